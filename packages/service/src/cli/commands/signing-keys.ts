import { kyselySigningKeys, requireMigrated } from '@turnpike/sql'
import type { Command } from 'commander'
import { importedPackage, type SigningKeyStore } from 'turnpike/kit'
import { addDatabaseOption, type DatabaseOptions, withDatabase } from '../accounts.ts'

interface RotateOptions extends DatabaseOptions {
  now?: boolean
}

/** `turnpike signing-keys list` and `turnpike signing-keys rotate`. */
export function addSigningKeys(program: Command): void {
  const keys = program
    .command('signing-keys')
    .description('Lists and replaces the keys that sign access tokens.')

  const list = keys
    .command('list')
    .description('Lists the keys, with the time from which each one signs.')
  addDatabaseOption(list).action(listKeys)

  const rotate = keys
    .command('rotate')
    .description('Adds the next key. It signs an hour later, when everyone knows it.')
    .option(
      '--now',
      'replace all keys at once, because one has leaked or cannot be read; access tokens become invalid',
    )
  addDatabaseOption(rotate)
    .addHelpText('after', '\nKeys are also rotated by age, without this command.')
    .action(rotateKeys)
}

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

const listKeys = (options: DatabaseOptions) =>
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

const rotateKeys = ({ now = false, ...options }: RotateOptions) =>
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
    console.log(added ? `Added a key. It signs from ${when}.` : `A key signs from ${when} already.`)
  })

const importSigning = () =>
  importedPackage(import('@turnpike/jwt'), '@turnpike/jwt@0.1', 'The command signing-keys')
