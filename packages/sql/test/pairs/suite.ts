import type { ContractCase } from '@turnpike/testing'
import type { It } from '../../../testing/src/contracts/contract.ts'
import type { Pair } from './pair.ts'
import type { Opened, Session } from './session.ts'

/** Something that a pair can do or not, with the cases that show it. */
export interface Suite {
  /** The head of its column in the table. */
  readonly feature: string
  cases(session: Session): readonly ContractCase[]
}

/** Thrown by a case for what the pair does not have. The reason stands in the docs. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported'
}

/** Where statements of the ORM itself are apart from Turnpike's. @throws Unsupported there. */
export function requireShared({ apart }: Pair): void {
  if (apart !== undefined) throw new Unsupported(apart)
}

/** A suite whose cases work with the tables of the session. */
export const suite = (feature: string, ...chapters: ((it: It<Opened>) => void)[]): Suite => ({
  feature,
  cases(session) {
    const cases: ContractCase[] = []
    const it: It<Opened> = (name, test) => {
      cases.push({ name, run: async () => test(await session.open()) })
    }
    for (const chapter of chapters) chapter(it)
    return cases
  },
})
