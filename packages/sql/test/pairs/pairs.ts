import { drizzlePostgresPairs, drizzleSqlitePairs } from './drizzle/pairs.ts'
import { arrayPair } from './kysely/array.ts'
import { kyselyPostgresPairs, kyselySqlitePairs } from './kysely/pairs.ts'
import type { Pair } from './pair.ts'
import { prismaPostgresPairs, prismaSqlitePairs } from './prisma/pairs.ts'

/** All pairs, in the order of the table. */
export const pairs: readonly Pair[] = [
  ...[arrayPair, ...kyselySqlitePairs, ...kyselyPostgresPairs],
  ...[...drizzleSqlitePairs, ...drizzlePostgresPairs],
  ...[...prismaSqlitePairs, ...prismaPostgresPairs],
]
