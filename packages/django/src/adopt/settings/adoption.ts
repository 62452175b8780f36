import { settingDefinitions } from 'turnpike/internal/settings/settings'
import type { Setting } from 'turnpike/kit'
import type { PythonValue } from '../python/value.ts'
import type { PlainValue, SettingsNote } from './adopted.ts'

/** Some settings of a dump, and how their names are written in the report. */
export interface Source {
  get(name: string): PythonValue | undefined
  /** Whether the project sets it. */
  has(name: string): boolean
  label(name: string): string
}

/** Collects what is taken over, and what the report says about it. */
export class Adoption {
  readonly values = new Map<string, PlainValue>()
  readonly taken: SettingsNote[] = []
  readonly left: SettingsNote[] = []

  take(name: string, text: string): void {
    this.taken.push({ name, text })
  }

  leave(name: string, text: string): void {
    this.left.push({ name, text })
  }

  /** Takes a value over as the setting of this name, if that accepts it. */
  set(
    name: string,
    setting: keyof typeof settingDefinitions,
    value: PythonValue | PlainValue,
  ): void {
    const { rule }: Setting = settingDefinitions[setting]
    if (rule.accepts(value)) {
      this.values.set(setting, value as PlainValue)
      this.take(name, `\`${setting}\``)
    } else this.leave(name, `\`${setting}\` must be ${rule.expected}.`)
  }
}
