import { describeWithPrisma } from '@turnpike/test-support/prisma/packages.ts'
import { prismaPostgresPairs } from './prisma/pairs.ts'
import { testPairs } from './test-pairs.ts'

describeWithPrisma('Prisma, where it is installed', () => testPairs(prismaPostgresPairs))
