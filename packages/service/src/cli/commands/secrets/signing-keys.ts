import type { Command } from 'commander'
import { addDatabaseOption } from '../../database-option.ts'
import { onCall } from '../../on-call.ts'

/** `turnpike signing-keys list` and `turnpike signing-keys rotate`. */
export function addSigningKeys(program: Command): void {
  const keys = program
    .command('signing-keys')
    .description('Lists and replaces the keys that sign access tokens.')

  const list = keys
    .command('list')
    .description('Lists the keys, with the time from which each one signs.')
  addDatabaseOption(list).action(
    onCall(async () => (await import('./stored-signing-keys.ts')).listSigningKeys),
  )

  const rotate = keys
    .command('rotate')
    .description('Adds the next key. It signs an hour later, when everyone knows it.')
    .option(
      '--now',
      'replace all keys at once, because one has leaked or cannot be read; access tokens become invalid',
    )
  addDatabaseOption(rotate)
    .addHelpText('after', '\nKeys are also rotated by age, without this command.')
    .action(onCall(async () => (await import('./stored-signing-keys.ts')).rotateKeys))
}
