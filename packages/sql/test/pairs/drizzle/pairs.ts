import { type DrizzleQuery, drizzleItems, drizzleStore } from '../../../src/drizzle/index.ts'
import type { AnyStore, Connected, Pair, Place } from '../pair.ts'
import { keyOf, type TableName } from '../tables.ts'
import { tablesOf } from './tables.ts'
import { type DrizzleVersion, versions } from './versions.ts'
import { type DrizzleWay, type OpenedDrizzle, waysOf } from './ways.ts'

const drizzlePair = (
  drizzle: DrizzleVersion,
  kind: Place['kind'],
  { database, apart, open }: DrizzleWay,
): Pair => ({
  orm: 'Drizzle',
  ...(apart !== undefined && { apart }),
  version: drizzle.version,
  database,
  kind,
  connect: async (place, patience) =>
    connectedBy(drizzle, kind, open(drizzle, place as Place, patience)),
})

function connectedBy(
  drizzle: DrizzleVersion,
  kind: Place['kind'],
  { orm, db, close }: OpenedDrizzle,
): Connected {
  const tables = tablesOf(drizzle, kind)
  const queryOf = (table: TableName): DrizzleQuery => orm.select().from(tables[table])
  return {
    db,
    store: (table) =>
      drizzleStore(
        orm,
        tables[table] as never,
        { key: keyIn(table) } as object,
      ) as unknown as AnyStore,
    items: (table) => drizzleItems(orm, queryOf(table), { key: keyIn(table) } as object),
    async insert(table, row) {
      await orm.insert(tables[table]).values(row)
    },
    close,
  }
}

const keyIn = (table: TableName) => keyOf(table) ?? 'id'

const pairsOn = (kind: Place['kind']): readonly Pair[] =>
  versions.flatMap((drizzle) => waysOf(kind).map((way) => drizzlePair(drizzle, kind, way)))

export const drizzleSqlitePairs: readonly Pair[] = pairsOn('sqlite')
export const drizzlePostgresPairs: readonly Pair[] = pairsOn('postgres')
