import { expect, it } from 'vitest'
import { keepPrepared, knownStatement } from '../../../src/kysely/statements/prepared.ts'

const textOf = (length: number) => `select '${'x'.repeat(length - 9)}'`

it('long statements are not kept prepared', () => {
  const [longest, longer] = [textOf(16_384), textOf(16_385)]

  keepPrepared(longest)
  keepPrepared(longer)

  expect(longest).toHaveLength(16_384)
  expect(knownStatement(longest)).toBeDefined()
  expect(knownStatement(longer)).toBeUndefined()
})
