import { ConfigurationError } from '../errors/configuration-error.ts'
import { type Rule, shownBy, type TextRule } from '../rules/rule.ts'
import type { Setting } from './setting.ts'
import { settingDefinitions } from './settings.ts'

/** Environment variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** An environment variable that is read. */
export interface Variable {
  readonly name: string
  readonly rule: TextRule<unknown>
}

/** The settings that the environment can have: those whose rule has a text form (setting.ts). */
export const settingVariables: readonly Variable[] = Object.entries<Setting>(settingDefinitions)
  .map(([name, { rule }]) => ({ name, rule }))
  .filter(isVariable)

/**
 * The values of those variables that are set, by name. An empty one counts as not set.
 *
 * @throws ConfigurationError that names every invalid variable.
 */
export function readVariables(
  variables: readonly Variable[],
  environment: Environment,
): Readonly<Record<string, unknown>> {
  const given = variables.flatMap(({ name, rule }) => {
    const text = environment[name]
    return text ? [{ name, rule, text, value: rule.text.parse(text) }] : []
  })
  const problems = given
    .filter(({ value }) => value === undefined)
    .map(({ name, rule, text }) => {
      const shown = shownBy(rule, text) ?? 'set'
      const advice = rule.text.advise?.(text) ?? ''
      return `  ${name} is ${shown}; it must be ${rule.text.expected}. ${advice}`.trimEnd()
    })
  if (problems.length > 0) {
    throw new ConfigurationError(
      ['These environment variables cannot be used:', ...problems].join('\n'),
    )
  }
  return Object.fromEntries(given.map(({ name, value }) => [name, value]))
}

function isVariable(given: { name: string; rule: Rule<unknown> }): given is Variable {
  return given.rule.text !== undefined
}
