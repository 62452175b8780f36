import { describe, it } from 'vitest'
import type { ContractCase } from '../../src/testing/index.ts'

/** Puts a store to the test of its contracts. */
export function keeps(name: string, ...contracts: readonly (readonly ContractCase[])[]): void {
  describe(name, () => {
    for (const { name, run } of contracts.flat()) it(name, run)
  })
}
