import { describeWithPrisma } from '@turnpike/test-support/prisma/packages.ts'
import { prismaSqlitePairs } from './prisma/pairs.ts'
import { testPairs } from './test-pairs.ts'

describeWithPrisma('Prisma, where it is installed', () => testPairs(prismaSqlitePairs))
