import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingDefinitions } from '../../src/settings/settings.ts'
import { documentationOf, wordsOf } from './doc-comments.ts'
import { lists, withLists } from './lists.ts'

const documented = lists.flatMap(({ source, definitions }) => {
  const documentation = documentationOf(source)
  return Object.entries(definitions).map(([name, definition]) => ({
    name,
    definition,
    documentation: documentation.get(name),
  }))
})

describe('the documentation of settings and variables', () => {
  it.each(documented)('the docs say what $name is for', ({ documentation }) => {
    expect(documentation?.meaning).toMatch(/^[A-Z`].*[.:]$/)
  })

  it.each(documented)(
    'the doc comment of $name ends with its default',
    ({ definition, documentation }) => {
      const words = wordsOf(definition.default())
      const isRandom = words !== wordsOf(definition.default())
      expect(documentation?.byDefault).not.toBe('')
      if (words !== null && !isRandom) {
        expect(withoutSeparators(documentation?.byDefault ?? '')).toMatch(startOf(words))
      }
    },
  )

  it('every setting is in a list of the docs', () => {
    const names = documented.map(({ name }) => name)
    expect(Object.keys(settingDefinitions).filter((name) => !names.includes(name))).toEqual([])
  })
})

it.each([...new Set(lists.map(({ page }) => page))])(
  'the lists of %s are those of the definitions: npx node --conditions=source test/settings/write-docs.ts',
  (page) => {
    const text = readFileSync(resolve(import.meta.dirname, '../../../..', page), 'utf8')
    expect(withLists(page, text)).toBe(text)
  },
)

/** `2,621,440` → `2621440` */
const withoutSeparators = (words: string) => words.replaceAll(/(?<=\d),(?=\d{3})/g, '')

/** The words, and perhaps a remark. */
const startOf = (words: string) =>
  new RegExp(`^${words.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&')}(?: \\(|$)`)
