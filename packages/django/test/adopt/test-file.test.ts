import { describe, expect, it } from 'vitest'
import { testFile } from '../../src/adopt/writing/application-files.ts'

type Names = Parameters<typeof testFile>[0]
type Policies = Parameters<typeof testFile>[1]

describe('the written test', () => {
  it('the lists have a type, also when there are none', () => {
    const none = testFile(
      { models: new Map() } as unknown as Names,
      { unguarded: new Set() } as unknown as Policies,
    )
    expect(none).toContain('const lists: string[] = []')
  })
})
