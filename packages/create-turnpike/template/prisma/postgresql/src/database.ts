import { PrismaPg } from '@prisma/adapter-pg'
import { postgresPool } from '@turnpike/sql'
import { prismaAdapter, prismaOwnReads, prismaStore } from '@turnpike/sql/prisma'
import { Pool } from 'pg'
import type { Context } from './api.ts'
import { PrismaClient } from './generated/client.ts'

/** Prisma over the connections of the service, in the transaction of the request. */
export const openPrisma = ({ db }: Context) =>
  new PrismaClient({
    adapter: prismaAdapter(db, new PrismaPg(postgresPool(db, Pool))),
  }).$extends(prismaOwnReads)

export const noteStore = (context: Context) => prismaStore(openPrisma(context).note)
