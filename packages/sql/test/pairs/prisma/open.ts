import { resolve } from 'node:path'
import { type AnyPrisma, prismaModule } from '@turnpike/test-support/prisma/open.ts'
import { importOf, type PrismaVersion } from '@turnpike/test-support/prisma/packages.ts'
import { type AnyDatabase, postgresPool } from '../../../src/kysely/index.ts'
import { prismaAdapter } from '../../../src/prisma/index.ts'
import { openOfService } from '../open-of-service.ts'
import type { Place } from '../pair.ts'

export interface OpenedPrisma {
  readonly prisma: AnyPrisma
  readonly db: AnyDatabase
  close(): Promise<void>
}

/** A client of the schemas in this folder over the connections of a Kysely. */
export async function openPrisma(
  version: PrismaVersion,
  place: Place,
  patience?: number,
): Promise<OpenedPrisma> {
  const { db, close } = openOfService(place, patience)
  const schema = place.kind === 'sqlite' ? 'sqlite.prisma' : 'postgresql.prisma'
  const { PrismaClient } = await prismaModule(version, resolve(import.meta.dirname, schema))
  const prisma = new PrismaClient({ adapter: await adapterOf(version, place, db) })
  return {
    prisma,
    db,
    async close() {
      await prisma.$disconnect()
      await close()
    },
  }
}

async function adapterOf(version: PrismaVersion, { kind }: Place, db: AnyDatabase) {
  if (kind === 'sqlite') return prismaAdapter(db)
  const { PrismaPg } = await importOf(version, '@prisma/adapter-pg')
  // The class of which its adapter makes pools.
  const { default: pg } = await importOf(version, 'pg')
  return prismaAdapter(db, new PrismaPg(postgresPool(db, pg.Pool)))
}
