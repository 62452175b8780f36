import { createQueryId, createSelectQueryBuilder } from 'kysely'
import type { ItemKey, ItemSet } from 'turnpike'
import { type FieldOf, keyFields, knownOptions } from 'turnpike/kit'
import { defaultTextSearch, textSearchName } from '../kysely/conditions/full-text.ts'
import { isSqlite } from '../kysely/database.ts'
import { itemsOfQuery } from '../kysely/items/items.ts'
import { conditionEncoder, type EncodeValue } from './condition-values.ts'
import type { ItemOf } from './item-type.ts'
import { type DrizzleDatabase, kyselyOf } from './kysely-of.ts'
import { listedDatabase, typedDatabase } from './listed-database.ts'
import { namedItems } from './named-items.ts'
import { driverTypesOf, needsDriverTypes } from './postgres/driver-types.ts'
import type { SelectedField } from './queries/fields.ts'
import { readQuery } from './queries/read-query.ts'
import type { DrizzleQuery, SqlDialect } from './queries/select-query.ts'
import { isPure, rowReader } from './row-reader.ts'

export interface DrizzleItemsOptions<Field extends string> {
  /**
   * The field, or the fields together, that are unique in the result and never null: the primary
   * key; `ticket.id` if a query with joins has it in `ticket`. The query selects it. Default `id`.
   */
  key?: ItemKey<Field>
  /** The text search configuration of PostgreSQL, as for `kyselyItems`. Default `simple`. */
  textSearch?: string
}

const drizzleItemsOptions = knownOptions<DrizzleItemsOptions<string>>('drizzleItems()', {
  key: 'optional',
  textSearch: textSearchName,
})

/**
 * The rows of any select query of Drizzle as an item set:
 * `drizzleItems(orm, orm.select().from(ticket).where(eq(ticket.owner, user.pk)))`.
 *
 * Rows are those that Drizzle returns for the query. Orderings and filters use its fields, by their
 * TypeScript names, and those of joined tables by path: `ticket.createdAt`. Every ordering ends
 * with the key, as in `kyselyItems`. Later changes of the query have no effect.
 */
export function drizzleItems<Query extends DrizzleQuery>(
  orm: DrizzleDatabase,
  query: Query,
  options: DrizzleItemsOptions<FieldOf<ItemOf<Query>>> = {},
): ItemSet<ItemOf<Query>> {
  drizzleItemsOptions.require(options)
  const { key = 'id', textSearch = defaultTextSearch } = options
  const keys = keyFields(key)
  const base = kyselyOf(orm)
  const kind = isSqlite(base) ? 'sqlite' : 'pg'
  const read = readQuery(query, kind, keys)
  const isTyped = kind === 'pg' && read.fields.some(needsDriverTypes)
  const types = isTyped ? driverTypesOf(Reflect.get(orm, 'session')) : null
  const db = types === null ? listedDatabase(base) : typedDatabase(base)(types)
  const columns = new Map(read.fields.map(({ name, column }) => [name, column]))

  const rows = itemsOfQuery({
    db,
    query: createSelectQueryBuilder({
      queryId: createQueryId(),
      queryNode: read.tree,
      executor: db.getExecutor(),
    }),
    keys: keys.map((name) => columns.get(name) as string),
    textSearch,
  })
  return namedItems(rows, {
    columns,
    encoders: encodersOf(read.fields, Reflect.get(query, 'dialect') as SqlDialect),
    keys,
    isPure: isPure(read.fields),
    itemOf: rowReader(read, kind === 'sqlite'),
  }) as ItemSet<ItemOf<Query>>
}

function encodersOf(
  fields: readonly SelectedField[],
  { codecs }: SqlDialect,
): ReadonlyMap<string, EncodeValue> {
  const encoders = new Map<string, EncodeValue>()
  for (const field of fields) {
    const encode = conditionEncoder(field, codecs)
    if (encode !== null) encoders.set(field.name, encode)
  }
  return encoders
}
