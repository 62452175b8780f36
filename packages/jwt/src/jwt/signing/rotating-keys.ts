import { later, type SigningKeyStore, type StoredSigningKey } from 'turnpike/kit'
import type { KeyRing } from './key-ring.ts'
import { importSigningKey, newSigningKey, type SigningKey } from './signing-key.ts'

export interface RotatingKeysOptions {
  store: SigningKeyStore
  /** Seconds for which a key signs. Null means until it is replaced by command. */
  rotationSeconds: number | null
  /** Seconds for which a key is published after the last token that it has signed. */
  keepSeconds: number
  now: () => Date
}

/** Seconds after which a process reads the keys again. */
export const followSeconds = 60

/** Seconds for which a key is published before it signs, so that everyone knows it in time. */
export const aheadSeconds = 3600

/** Seconds between two reads because of an unknown key: anyone can send one. */
const unknownSeconds = 1

/**
 * Keys of a store that are made, published, used and deleted by the clock: any number of processes
 * agree without a leader. Each follows the store within a minute.
 */
export function rotatingKeys(options: RotatingKeysOptions): KeyRing {
  const { now } = options
  let known: Known | null = null
  let reading: Promise<Known> | null = null

  function read(): Promise<Known> {
    reading ??= readKeys(options, known)
      .then((read) => {
        known = read
        return read
      })
      .finally(() => {
        reading = null
      })
    return reading
  }

  /** The keys, at most `seconds` old. */
  async function keysWithin(seconds: number): Promise<Known> {
    if (known !== null && now() < later(known.read, seconds)) return known
    const outdated = known
    try {
      return await read()
    } catch (error) {
      // A database that is away for a moment does not make the keys wrong.
      if (outdated === null || now() >= later(outdated.read, 10 * followSeconds)) throw error
      return outdated
    }
  }

  const findIn = ({ keys }: Known, id: string) => keys.find((one) => one.key.id === id)?.key ?? null

  return {
    async signing() {
      const { keys } = await keysWithin(followSeconds)
      const present = now()
      const begun = keys.filter(({ signsFrom }) => signsFrom <= present)
      // The clock of the process that made the first key may be ahead.
      return (begun.at(-1) ?? keys[0]).key
    },

    async find(id) {
      const found = findIn(await keysWithin(followSeconds), id)
      // Another process may have made the first key, or replaced all of them, a moment ago.
      return found ?? findIn(await keysWithin(unknownSeconds), id)
    },

    async published() {
      const { keys } = await keysWithin(followSeconds)
      return keys.map(({ key }) => key.publicJwk)
    },
  }
}

interface Known {
  readonly keys: readonly [KnownKey, ...KnownKey[]]
  readonly read: Date
}

interface KnownKey {
  readonly key: SigningKey
  readonly signsFrom: Date
}

async function readKeys(options: RotatingKeysOptions, known: Known | null): Promise<Known> {
  const read = options.now()
  const [first, ...others] = await currentKeys(options)
  const importOne = async (stored: StoredSigningKey): Promise<KnownKey> => ({
    key: knownKey(known, stored) ?? (await importSigningKey(stored.privateKey, stored.algorithm)),
    signsFrom: stored.signsFrom,
  })
  return { keys: [await importOne(first), ...(await Promise.all(others.map(importOne)))], read }
}

const knownKey = (known: Known | null, { id }: StoredSigningKey) =>
  known?.keys.find(({ key }) => key.id === id)?.key

/** The keys of the store, after a missing one was added and those that are over were deleted. */
async function currentKeys({
  store,
  rotationSeconds,
  keepSeconds,
  now,
}: RotatingKeysOptions): Promise<readonly [StoredSigningKey, ...StoredSigningKey[]]> {
  const present = now()
  let keys = await store.all()
  const next = nextKey(keys.at(-1), rotationSeconds, present)
  if (next !== null) {
    const key = await newSigningKey(present, next.signsFrom)
    // Another process may have added one at the same time: then that one counts.
    await store.add(key, next.after)
    keys = await store.all()
  }
  const over = keys.filter((_, place) => isOver(keys[place + 1], keepSeconds, present))
  if (over.length > 0) await store.remove(over.map(({ id }) => id))

  const [first, ...others] = keys.filter((key) => !over.includes(key))
  if (first === undefined)
    throw new Error('The store of signing keys is empty after a key was added.')
  return [first, ...others]
}

/** When the next key signs, if one is to be made now, and which it follows. */
function nextKey(
  last: StoredSigningKey | undefined,
  rotationSeconds: number | null,
  present: Date,
): { signsFrom: Date; after: string | null } | null {
  if (last === undefined) return { signsFrom: present, after: null }
  if (rotationSeconds === null) return null

  const due = later(last.signsFrom, rotationSeconds)
  const published = later(present, aheadSeconds)
  // Early enough, although this process may not look again for a while.
  if (later(published, followSeconds) < due) return null
  return { signsFrom: published > due ? published : due, after: last.id }
}

/** Whether all tokens of the key before this one have expired. */
const isOver = (next: StoredSigningKey | undefined, keepSeconds: number, present: Date): boolean =>
  next !== undefined && later(next.signsFrom, keepSeconds) <= present
