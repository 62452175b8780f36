import { drizzlePostgresPairs } from './drizzle/pairs.ts'
import { testPairs } from './test-pairs.ts'

testPairs(drizzlePostgresPairs)
