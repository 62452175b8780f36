import { settingVariables } from 'turnpike/internal/settings/environment'
import { type ServiceVariable, serviceVariables } from '../service/variables.ts'

/** The environment variables of the service and of the commands, for `--help`. */
export function environmentHelp(): string {
  const variables = Object.values<ServiceVariable>(serviceVariables)
  const width = Math.max(...variables.map(({ name }) => name.length))
  const lines = variables.map(
    ({ name, rule, ...variable }) =>
      `  ${name.padEnd(width)}  ${rule.text.expected}; default ${variable.default() ?? 'none'}`,
  )
  return [
    'Environment:',
    ...lines,
    '',
    'Settings of the API in the environment:',
    ...settings(),
  ].join('\n')
}

/** The names in lines of 80 columns. */
function settings(): string[] {
  const text = settingVariables.map(({ name }) => name).join(', ')
  return text.match(/\S.{0,76}(?:\s|$)/g)?.map((line) => `  ${line.trimEnd()}`) ?? []
}
