import type { ContractCase } from '@turnpike/testing'
import { describe, it } from 'vitest'

/** Puts a store to the test of its contracts. */
export function keeps(name: string, ...contracts: readonly (readonly ContractCase[])[]): void {
  describe(name, () => {
    for (const { name, run } of contracts.flat()) it(name, run)
  })
}
