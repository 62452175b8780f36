import { later, type SigningKeyStore } from 'turnpike/kit'
import { aheadSeconds } from './rotating-keys.ts'
import { newSigningKey } from './signing-key.ts'

/**
 * Adds the next key. It signs an hour later, so that everyone who verifies tokens knows it by then.
 *
 * @returns when the next key signs, and whether this call has added it: another one may be waiting
 *   already.
 */
export async function rotateSigningKeys(
  store: SigningKeyStore,
  now = new Date(),
): Promise<{ readonly signsFrom: Date; readonly added: boolean }> {
  const last = (await store.all()).at(-1)
  if (last !== undefined && last.signsFrom > now) return { signsFrom: last.signsFrom, added: false }

  const signsFrom = last === undefined ? now : later(now, aheadSeconds)
  const added = await store.add(await newSigningKey(now, signsFrom), last?.id ?? null)
  return { signsFrom, added }
}

/**
 * Replaces all keys by a new one at once, readable or not: for keys that have leaked, or whose
 * secret is lost. Access tokens become invalid; clients refresh them. Running processes follow
 * within a minute.
 */
export async function replaceSigningKeys(store: SigningKeyStore, now = new Date()): Promise<void> {
  await store.replaceAll(await newSigningKey(now, now))
}
