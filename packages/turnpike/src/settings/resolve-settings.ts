import { requireKnown } from '../errors/known-options.ts'
import { requireTexts } from '../languages/rules.ts'
import { requireValid } from '../rules/rule.ts'
import { requireSafeCors } from './cors.ts'
import { requireResourceHost } from './hosts.ts'
import { requireOwnParameters } from './pagination.ts'
import type { Setting } from './setting.ts'
import { type ResolvedSettings, type Settings, settingDefinitions } from './settings.ts'

const definitions = Object.entries<Setting>(settingDefinitions)
const names = definitions.map(([name]) => name)

/**
 * The settings with every default filled in.
 *
 * @throws ConfigurationError when a setting is unknown or its value is invalid.
 */
export function resolveSettings(settings: Settings): ResolvedSettings {
  requireKnown('createApi()', settings, names)
  const given: Readonly<Record<string, unknown>> = { ...settings }
  const values = definitions.map(([name, definition]) => [
    name,
    resolve(name, definition, given[name]),
  ])
  const resolved: ResolvedSettings = Object.fromEntries(values)
  requireSafeCors(resolved)
  requireResourceHost(resolved)
  requireOwnParameters(resolved)
  requireTexts(resolved)
  return resolved
}

function resolve(name: string, { rule, normalise, ...definition }: Setting, value: unknown) {
  if (value === undefined) return definition.default()
  requireValid(name, rule, value)
  return normalise === undefined ? value : normalise(value)
}
