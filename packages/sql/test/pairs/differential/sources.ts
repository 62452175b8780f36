import { type PrismaVersion, resolveOf } from '@turnpike/test-support/prisma/packages.ts'
import { type DrizzleQuery, drizzleItems } from '../../../src/drizzle/index.ts'
import { kyselyItems } from '../../../src/kysely/index.ts'
import { prismaItems } from '../../../src/prisma/index.ts'
import { tablesOf } from '../drizzle/tables.ts'
import { type DrizzleVersion, newest, oldest } from '../drizzle/versions.ts'
import { type DrizzleWay, waysOf } from '../drizzle/ways.ts'
import { openOfService } from '../open-of-service.ts'
import type { Place } from '../pair.ts'
import { openPrisma } from '../prisma/open.ts'
import type { Lists } from './views.ts'

/** Opens the lists of one ORM over a database with the records. */
export type OpenLists = (place: Place) => Promise<Lists & { close(): Promise<void> }>

const fields = [
  ...(['id', 'made_at as madeAt', 'big', 'price'] as const),
  ...(['rank', 'weight', 'done', 'name'] as const),
] as const

export const openKysely: OpenLists = async (place) => {
  const { db, close } = openOfService(place)
  const all = db.selectFrom('record').select(fields)
  return {
    all: kyselyItems(db, all),
    some: kyselyItems(db, all.where('done', '=', true).orderBy('rank', 'desc')),
    close,
  }
}

const openDrizzle =
  (
    drizzle: DrizzleVersion,
    wayOf: (ways: readonly DrizzleWay[]) => DrizzleWay | undefined,
  ): OpenLists =>
  async (place) => {
    const way = wayOf(waysOf(place.kind))
    if (way === undefined) throw new Error('There is no such way.')
    const { orm, close } = way.open(drizzle, place)
    const { record } = tablesOf(drizzle, place.kind)
    const { desc, eq } = drizzle.operators
    const all = (): DrizzleQuery => orm.select().from(record)
    const some: DrizzleQuery = orm
      .select()
      .from(record)
      .where(eq(record.done, true))
      .orderBy(desc(record.rank))
    return { all: drizzleItems(orm, all()), some: drizzleItems(orm, some), close }
  }

const openPrismaLists =
  (version: PrismaVersion): OpenLists =>
  async (place) => {
    const { prisma, close } = await openPrisma(version, place)
    return {
      all: prismaItems(prisma.record),
      some: prismaItems(prisma.record, {
        where: { done: true },
        orderBy: { rank: 'desc' },
      } as never),
      close,
    }
  }

/** Where Prisma is not installed, the others are compared, and the tests say so. */
function prismaLists(version: PrismaVersion): Readonly<Record<string, OpenLists>> {
  try {
    resolveOf(version, 'prisma/package.json')
  } catch (error) {
    if (process.env.TURNPIKE_NO_SKIPS) throw error
    console.warn(`Comparing without Prisma ${version}: it is not installed. Run npm run extras.`)
    return {}
  }
  return { [`Prisma ${version}`]: openPrismaLists(version) }
}

/** The ORMs that must answer the same, with connections of their own and shared ones. */
export const sources: Readonly<Record<string, OpenLists>> = {
  Kysely: openKysely,
  [`Drizzle ${oldest.version}`]: openDrizzle(oldest, (ways) => ways[0]),
  [`Drizzle ${newest.version}`]: openDrizzle(newest, (ways) => ways[1]),
  ...prismaLists('7.10.0'),
}
