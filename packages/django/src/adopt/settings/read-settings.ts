import type { DumpedSetting, SettingsDump } from '../python/dump.ts'
import { isDict, type PythonValue } from '../python/value.ts'
import type { AdoptedSettings } from './adopted.ts'
import { Adoption, type Source } from './adoption.ts'
import { readDjango } from './django.ts'
import { readKnox } from './knox.ts'
import { readRestFramework } from './rest-framework.ts'
import { readSimpleJwt } from './simple-jwt.ts'

/** The settings that are taken over from a dump; null if there is none. */
export function adoptSettings(dump: SettingsDump | null): AdoptedSettings {
  const adoption = new Adoption()
  const settings = dump?.settings ?? new Map<string, DumpedSetting>()
  const django: Source = {
    get: (name) => settings.get(name)?.value,
    has: (name) => settings.get(name)?.isDefault === false,
    label: (name) => name,
  }
  const given = settings.get('REST_FRAMEWORK')?.value
  const entries = isDict(given) ? given.entries : new Map<string, PythonValue>()
  const restFramework: Source = {
    get: (name) => entries.get(name),
    has: (name) => entries.has(name),
    label: (name) => `REST_FRAMEWORK['${name}']`,
  }
  const policies = readRestFramework(restFramework, [...entries.keys()], adoption)
  const facts = readDjango(django, adoption)
  const jwt = readSimpleJwt(django, adoption)
  const knox = readKnox(django, adoption)
  for (const name of dump?.unreadable ?? []) {
    adoption.leave(name, 'its value is not a Python literal.')
  }
  const report = { wasGiven: dump !== null, taken: adoption.taken, left: adoption.left }
  return { ...policies, ...facts, jwt, knox, values: adoption.values, report }
}
