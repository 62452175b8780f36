import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { crowdedGenerics, type LargeDeclaration, longFunctions } from './functions.ts'
import { sourceFiles } from './imports.ts'

/**
 * TypeScript infers a type parameter from one place. Each of these has one for each option on whose
 * type another option's functions depend. Nothing is added to the list.
 */
const inferred: readonly string[] = ['api.ts: detailView', 'api.ts: listView']

describe('the size of declarations', () => {
  const found = (find: (path: string, source: string) => LargeDeclaration[]): string[] =>
    sourceFiles().flatMap(({ path, file }) =>
      find(path, readFileSync(file, 'utf8')).map(({ name }) => `${path}: ${name}`),
    )

  it('a function has at most 80 lines', () => {
    expect(found(longFunctions)).toEqual([])
  })

  it('a function, an interface and a type have at most five type parameters', () => {
    expect(found(crowdedGenerics).filter((each) => !inferred.includes(each))).toEqual([])
  })

  it.each([
    ['function named() {', '}', 'named'],
    ['const arrow = () => {', '}', 'arrow'],
    ['class Holder { method() {', '} }', 'method'],
    ['const holder = { property: async () => {', '} }', 'property'],
    ['call(() => {', '})', '(anonymous)'],
  ])('%s is found with 81 lines, and not with 80', (first, last, name) => {
    const ofLines = (lines: number) => [first, ...Array(lines - 2).fill('  run()'), last].join('\n')

    expect(longFunctions('a.ts', ofLines(80))).toEqual([])
    expect(longFunctions('a.ts', ofLines(81))).toEqual([{ name, line: 1 }])
  })

  it.each([
    ['function f<', '>(): void', 'f'],
    ['interface I<', '> {}', 'I'],
    ['type T<', '> = 1', 'T'],
    ['class C<', '> {}', 'C'],
    ['const a = <', '>() => {}', 'a'],
  ])('%sA%s is found with six type parameters, and not with five', (before, after, name) => {
    expect(crowdedGenerics('a.ts', `${before}A, B, C, D, E${after}`)).toEqual([])
    const found = crowdedGenerics('a.ts', `${before}A, B = 1, C = 2, D = 3, E = 4, F = 5${after}`)
    expect(found).toEqual([{ name, line: 1 }])
  })
})
