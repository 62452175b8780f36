import type { Command } from 'commander'
import { CommandFailed } from 'turnpike/kit'
import { checkService } from '../../service/check-service.ts'
import { readConfig } from '../../service/config.ts'
import { defaultService } from '../../service/default-service.ts'
import { addDatabaseOption, type DatabaseOptions } from '../accounts.ts'
import { loadDefinition } from '../load-definition.ts'

interface CheckOptions extends DatabaseOptions {
  deploy?: boolean
  json?: boolean
}

/** `turnpike check [module]`: reports problems and what to change. */
export function addCheck(program: Command): void {
  const command = program
    .command('check')
    .description('Looks for broken or dangerous configuration, and says what to change.')
    .argument('[module]', 'file whose default export is a service; default: accounts only')
    .option('--deploy', 'also look for what matters in production')
    .option('--json', 'print the findings as JSON')

  addDatabaseOption(command).addHelpText('after', help).action(checkModule)
}

const help = `
Give it the environment of the service. The exit code is 1 when there is an error, 0 with warnings alone.

Examples:
  turnpike check ./notes.ts
  turnpike check --deploy ./notes.ts
  turnpike check --deploy --json ./notes.ts > findings.json`

async function checkModule(
  module: string | undefined,
  { database, deploy = false, json = false }: CheckOptions,
): Promise<void> {
  const config = readConfig({
    ...process.env,
    ...(database !== undefined && { DATABASE_URL: database }),
  })
  const definition = (await loadDefinition(module)) ?? defaultService
  const findings = await checkService(definition, config, { deploy })

  if (json) console.log(JSON.stringify(findings, null, 2))
  else {
    for (const { id, severity, message, remedy } of findings) {
      console.log(`${severity} ${id}: ${message}\n  ${remedy}`)
    }
    if (findings.length === 0) console.log('No problems found.')
  }
  const errors = findings.filter(({ severity }) => severity === 'error').length
  if (errors > 0) throw new CommandFailed(`${errors} ${errors === 1 ? 'error' : 'errors'}.`)
}
