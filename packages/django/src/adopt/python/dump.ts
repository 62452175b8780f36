import { ConfigurationError } from 'turnpike'
import { readPythonLiteral } from './literal.ts'
import { Unreadable } from './unreadable.ts'
import type { PythonValue } from './value.ts'

/** A setting of a dump. */
export interface DumpedSetting {
  readonly value: PythonValue
  /** Whether it is Django's default. */
  readonly isDefault: boolean
}

/** The output of `python manage.py diffsettings --all`. */
export interface SettingsDump {
  readonly settings: ReadonlyMap<string, DumpedSetting>
  /** The names of settings whose values are not literals and could not be read. */
  readonly unreadable: readonly string[]
}

/** Longest dump that is read, in characters. */
const maxLength = 5_000_000

/**
 * Reads the text of `python manage.py diffsettings --all`: a line `NAME = <literal>` for each
 * setting, after `### ` if it is Django's default, with `  ###` at the end if Django does not know
 * it. That of `--output unified` is read, too.
 *
 * @throws ConfigurationError with the number of the first line that is not a setting.
 */
export function readSettingsDump(text: string): SettingsDump {
  if (text.length > maxLength) {
    throw new ConfigurationError(`The settings are longer than ${maxLength} characters.`)
  }
  const settings = new Map<string, DumpedSetting>()
  const unreadable: string[] = []

  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .forEach((line, index) => {
      // In the unified form, the default that was replaced.
      if (line.trim() === '' || line.startsWith('- ')) return
      const match = /^(### | {2}|\+ )?([\p{Lu}_][\p{Lu}\p{N}_]*) = (.*)$/u.exec(line)
      if (match === null) throw notADump(index + 1)
      const [, prefix, name = '', written = ''] = match
      try {
        const value = readPythonLiteral(written.replace(/ {2}###$/, ''))
        settings.set(name, { value, isDefault: prefix === '### ' || prefix === '  ' })
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        if (isUsed(name)) throw badValue(index + 1, name, error)
        unreadable.push(name)
      }
    })
  if (settings.size === 0) throw notADump(1)
  return { settings, unreadable }
}

/** Objects of applications may print anything; these settings are literals. */
const isUsed = (name: string) =>
  /^(?:REST_FRAMEWORK|SIMPLE_JWT|ALLOWED_HOSTS|INSTALLED_APPS)$/.test(name)

const notADump = (line: number) =>
  new ConfigurationError(
    `The settings cannot be read: line ${line} is not NAME = value. ` +
      'Make them with: python manage.py diffsettings --all > diffsettings.txt',
  )

// Not the value itself: it may hold a secret.
const badValue = (line: number, name: string, { message, position }: Unreadable) =>
  new ConfigurationError(
    `The settings cannot be read: line ${line}, ${name}: ${message} (character ${position + 1} of the value).`,
  )
