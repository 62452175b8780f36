import { type PrismaVersion, prismaVersions } from '@turnpike/test-support/prisma/packages.ts'
import { prismaItems, prismaStore } from '../../../src/prisma/index.ts'
import type { Pair, Place } from '../pair.ts'
import { keyOf, type TableName } from '../tables.ts'
import { openPrisma } from './open.ts'

const prismaPair = (version: PrismaVersion, kind: Place['kind']): Pair => ({
  orm: 'Prisma',
  version,
  database: kind === 'sqlite' ? 'SQLite, prismaAdapter' : 'PostgreSQL, prismaAdapter',
  kind,
  ...(kind === 'sqlite' && { readAgain: 'Prisma reads each page again; counts are cached' }),
  async connect(place, patience) {
    const { prisma, db, close } = await openPrisma(version, place as Place, patience)
    return {
      db,
      store: (table) => prismaStore(prisma[table], keyIn(table)),
      items: (table) => prismaItems(prisma[table], keyIn(table)),
      async insert(table, row) {
        await prisma[table].create({ data: row })
      },
      close,
    }
  },
})

const keyIn = (table: TableName) => ({ key: keyOf(table) ?? 'id' }) as never

const pairsOn = (kind: Place['kind']): readonly Pair[] =>
  prismaVersions.map((version) => prismaPair(version, kind))

export const prismaSqlitePairs: readonly Pair[] = pairsOn('sqlite')
export const prismaPostgresPairs: readonly Pair[] = pairsOn('postgres')
