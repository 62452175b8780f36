import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { notYet, sentences } from './sentences.ts'

const self = 'coverage.test.ts'
const titles = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.test.ts') && file !== self)
  .map((file) => titlesIn(readFileSync(join(import.meta.dirname, file), 'utf8')))
  .join('\n')

describe.each(Object.entries(sentences))('%s', (_part, required) => {
  it('every sentence is the name of a test', () => {
    const missing = required
      .filter((sentence) => !Object.hasOwn(notYet, sentence))
      .filter((sentence) => !titles.includes(normalised(sentence)))
    expect(missing).toEqual([])
  })
})

describe('the list of what is not tested yet', () => {
  it('names sentences that no test quotes', () => {
    const known = Object.values(sentences).flat()
    for (const sentence of Object.keys(notYet)) {
      expect(known).toContain(sentence)
      expect(titles).not.toContain(normalised(sentence))
    }
  })

  it('does not grow', () => {
    expect(Object.keys(notYet).length).toBe(0)
  })
})

/** The names of the tests of a file and of their groups. */
function titlesIn(source: string): string {
  const calls = source.matchAll(
    /(?:\b(?:it|describe)|\]\))\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g,
  )
  return Array.from(calls, ([, quoted = '']) => normalised(quoted.slice(1, -1))).join('\n')
}

/** Without what quoting adds: backslashes, and backticks that mark code. */
function normalised(text: string): string {
  return text.replace(/[\\`]/g, '').replace(/\s+/g, ' ')
}
