import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportGroups } from '../../../../tools/exports.ts'
import { builtPackages, publicSubpathsOf } from '../../../../tools/packages.ts'

const sources = builtPackages
  .map(({ folder }) => join(folder, 'src'))
  .flatMap((src) =>
    readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(join(src, path), 'utf8')),
  )
  .join('\n')

/** The names of options that the packages export. */
const publicOptions = builtPackages
  .flatMap(publicSubpathsOf)
  .flatMap(({ source }) => exportGroups(source).flatMap(({ exports }) => exports))
  .map(({ name }) => name)
  .filter((name) => /^[A-Z]\w*Options$/.test(name))

/** Those that are checked elsewhere, or not, with the reason. */
const others: Readonly<Record<string, string>> = {
  AdoptOptions: 'the command `turnpike adopt` alone gives them, and knows its own',
  ExternalAccountOptions: 'the part that the options of two schemes share; each checks its own',
  KnownOptions: 'the check itself',
  SqliteFileOptions: 'they are those of a port that a library implements',
  OpenedTokensWithOptions: 'what a store under test is opened as, and no options',
  ApiExceptionOptions: 'subclasses of an application have options of their own',
  ...Object.fromEntries(
    ['Client', 'Get', 'Page', 'Request', 'Retry', 'Session', 'TokenPair'].map((name) => [
      `${name}Options`,
      '@turnpike/client has 4 KB, and the compiler checks them',
    ]),
  ),
  TakeOptions: 'they are those of a port that stores implement',
  UserChangeOptions: 'they are those of a port that applications implement',
}

describe('the options of public functions', () => {
  it.each([...new Set(publicOptions)].filter((name) => others[name] === undefined))(
    'unknown names among %s are refused',
    (name) => {
      expect(sources).toMatch(new RegExp(`knownOptions<\\s*(?:Pick<)?${name}\\b`))
    },
  )

  it('every exception is still exported', () => {
    expect(Object.keys(others).filter((name) => !publicOptions.includes(name))).toEqual([])
  })
})
