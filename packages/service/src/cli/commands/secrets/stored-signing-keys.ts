import { kyselySigningKeys, requireMigrated } from '@turnpike/sql'
import { importedPackage, type SigningKeyStore } from 'turnpike/kit'
import { withDatabase } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'

export interface RotateKeysOptions extends DatabaseOptions {
  now?: boolean
}

/** Prints each key, with its state. */
export const listSigningKeys = (options: DatabaseOptions) =>
  withSigningKeys(options, async (store) => {
    const keys = await store.all()
    const present = new Date()
    const current = keys.findLast(({ signsFrom }) => signsFrom <= present) ?? keys[0]
    for (const { id, algorithm, signsFrom } of keys) {
      const state = id === current?.id ? 'signs' : signsFrom > present ? 'next' : 'verifies'
      console.log(`${id} ${algorithm} from ${signsFrom.toISOString()} ${state}`)
    }
    if (keys.length === 0) console.log('There are no keys: the first token makes one.')
  })

/** Adds the next key, or replaces all of them. */
export const rotateKeys = ({ now = false, ...options }: RotateKeysOptions) =>
  withSigningKeys(options, async (store) => {
    // Imported here, so that other commands start without jose.
    const { replaceSigningKeys, rotateSigningKeys } = await importSigning()
    if (now) {
      await replaceSigningKeys(store)
      console.log('Replaced all keys. Running processes follow within a minute.')
      return
    }
    const { signsFrom, added } = await rotateSigningKeys(store)
    const when = signsFrom.toISOString()
    console.log(
      added ? `Added a key. It signs from ${when}.` : `The next key signs from ${when} already.`,
    )
  })

const importSigning = () =>
  importedPackage(import('@turnpike/jwt'), '@turnpike/jwt@0.1', 'The command signing-keys')

const withSigningKeys = (
  options: DatabaseOptions,
  work: (keys: SigningKeyStore) => Promise<void>,
): Promise<void> =>
  withDatabase(
    options,
    async ({ db, secrets }) => {
      await requireMigrated(db)
      await work(kyselySigningKeys(db, { secrets }))
    },
    { create: false },
  )
