import { PrismaPg } from '@prisma/adapter-pg'
import { type AnyDatabase, isSqlite, postgresPool } from '@turnpike/sql'
import { prismaAdapter, prismaOwnReads } from '@turnpike/sql/prisma'
import { Pool } from 'pg'
import { PrismaClient } from './generated/client.ts'

/** Prisma over the connections of the service. */
export const openPrisma = (db: AnyDatabase) =>
  new PrismaClient({
    adapter: isSqlite(db)
      ? prismaAdapter(db)
      : prismaAdapter(db, new PrismaPg(postgresPool(db, Pool))),
  }).$extends(prismaOwnReads)
export type Prisma = ReturnType<typeof openPrisma>
