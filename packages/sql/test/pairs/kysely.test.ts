import { arrayPair } from './kysely/array.ts'
import { kyselyPostgresPairs, kyselySqlitePairs } from './kysely/pairs.ts'
import { testPairs } from './test-pairs.ts'

testPairs([arrayPair, ...kyselySqlitePairs, ...kyselyPostgresPairs])
