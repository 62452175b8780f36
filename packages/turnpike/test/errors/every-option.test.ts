import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const src = join(root, 'src')

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join(src, path), 'utf8'))
  .join('\n')

/** The names of options that the package exports. */
const publicOptions = Object.values<{ source?: string }>(
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports,
)
  .flatMap(({ source }) => (source === undefined ? [] : readFileSync(join(root, source), 'utf8')))
  .flatMap((index) => index.match(/\b\w+Options\b/g) ?? [])

/** Those that are checked elsewhere, or not, with the reason. */
const others: Readonly<Record<string, string>> = {
  OpenedTokensWithOptions: 'what a store under test is opened as, and no options',
  ApiExceptionOptions: 'subclasses of an application have options of their own',
  ...Object.fromEntries(
    ['Client', 'Get', 'Page', 'Request', 'Retry', 'Session', 'TokenPair'].map((name) => [
      `${name}Options`,
      'turnpike/client has 4 KB, and the compiler checks them',
    ]),
  ),
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
