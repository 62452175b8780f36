import { checkSettings } from './check-settings.ts'
import { defaultSettings } from './default-settings.ts'
import type { ResolvedSettings, Settings } from './settings.ts'

/**
 * The settings with every default filled in.
 *
 * @throws Error when there is no such setting, or its value cannot be used.
 */
export function resolveSettings(settings: Settings): ResolvedSettings {
  const defaults = defaultSettings()
  checkSettings(settings, Object.keys(defaults))
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  const resolved: ResolvedSettings = { ...defaults, ...Object.fromEntries(given) }
  return { ...resolved, BASE_URL: resolved.BASE_URL?.replace(/\/+$/, '') ?? null }
}
