import type { Command } from 'commander'
import { addDatabaseOption } from '../../database-option.ts'
import { onCall } from '../../on-call.ts'

/** `turnpike explain <method> <path> [module]`: why a request is allowed or refused. */
export function addExplain(program: Command): void {
  const command = program
    .command('explain')
    .description('Says why a request is allowed or refused, without calling its handler.')
    .argument('<method>', 'GET, POST …')
    .argument('<path>', 'with the query: /notes/?page=2; or a whole URL')
    .argument('[module]', 'file whose default export is a service; default: accounts only')
    .option(
      '-H, --header <field>',
      "header field, such as 'Accept: text/html'; repeatable",
      add,
      [],
    )
    .option('-u, --user <username>', 'suppose that this user sends it, without credentials')
    .option('-a, --address <address>', 'address of the client', '127.0.0.1')
    .option('--data <body>', 'the body')
    .option('--json', 'print the explanation as JSON')

  addDatabaseOption(command)
    .addHelpText('after', help)
    .action(onCall(async () => (await import('./explain-request.ts')).explainRequest))
}

const add = (field: string, fields: string[]): string[] => [...fields, field]

const help = `
Give it the environment of the service. The exit code is 0 when the handler would be called, and 1 when not.

Examples:
  turnpike explain GET /notes/ ./notes.ts
  turnpike explain GET /notes/ ./notes.ts -H 'Authorization: Token 401f7ac8…'
  turnpike explain DELETE /notes/7/ ./notes.ts --user ann --json`
