import type { Command } from 'commander'
import { addDatabaseOption } from '../../database-option.ts'
import { onCall } from '../../on-call.ts'

/** `turnpike repl [module]`: JavaScript with the database, the accounts and the API at hand. */
export function addRepl(program: Command): void {
  const command = program
    .command('repl')
    .description('Runs JavaScript with the database, the accounts and the API of a module at hand.')
    .argument('[module]', 'file whose default export is a service; default: accounts only')

  addDatabaseOption(command)
    .addHelpText('after', help)
    .action(onCall(async () => (await import('./start-repl.ts')).startRepl))
}

const help = `
At hand are db, sql, users, tokens, keys, sessions, api and as(username). Requests go through the
API without a socket; as() sends the token of the user, and makes one if there is none.

Examples:
  turnpike repl ./notes.ts
  echo "await as('ann').get('/notes/')" | turnpike repl ./notes.ts`
