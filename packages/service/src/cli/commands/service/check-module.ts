import { CommandFailed } from 'turnpike/kit'
import { checkService } from '../../../service/check-service.ts'
import { readConfig } from '../../../service/config.ts'
import { defaultService } from '../../../service/default-service.ts'
import type { DatabaseOptions } from '../../database-option.ts'
import { loadDefinition } from '../../load-definition.ts'

export interface CheckOptions extends DatabaseOptions {
  deploy?: boolean
  json?: boolean
}

/** Prints the findings. @throws CommandFailed when there is an error among them. */
export async function checkModule(
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
