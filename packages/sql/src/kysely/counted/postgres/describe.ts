import { sql } from 'kysely'
import { ConfigurationError } from 'turnpike'
import type { AnyDatabase } from '../../database.ts'
import { quoted, quotedName, type TableName } from '../../tables/name.ts'
import {
  type CountedColumn,
  type CountedDefinition,
  completed,
  type WantedCounts,
} from '../definition.ts'

/** @throws ConfigurationError when the table cannot be counted so. */
export async function describeOnPostgres(
  db: AnyDatabase,
  table: TableName,
  wanted: WantedCounts,
): Promise<CountedDefinition> {
  const found = await tableOf(db, table)
  const name = table.name
  if (found === null) {
    throw cannotCount(name, 'there is no such table. Create it before countedTable().')
  }
  const reason = reasonNotToCount(found)
  if (reason !== null) throw cannotCount(name, reason)

  const columns = await columnsOf(db, found)
  const named = (column: string): CountedColumn => {
    const known = columns.find((one) => one.name === column)
    if (known !== undefined) return requireOrder(name, known)
    const names = columns.map((one) => one.name).join(', ')
    throw cannotCount(name, `it has no column ${column}. Its columns: ${names}.`)
  }
  const indexes = await indexesOf(db, found)
  const key = keyOf(name, indexes, wanted.key).map(named)
  requireKey(name, indexes, key)
  const orders = wanted.orders.map((order) => completed(order.map(named), key))
  for (const order of orders) requireIndex(name, indexes, order)
  return {
    schema: found.schema,
    table: found.table,
    key: key.map(plain),
    orders: orders.map((order) => order.map(plain)),
    groups: wanted.groups.map(named).map(plain),
    sizes: wanted.sizes,
  }
}

const cannotCount = (table: string, reason: string) =>
  new ConfigurationError(`${table} cannot be counted: ${reason}`)

/** The entry of a table in the catalogue. */
export interface FoundTable {
  readonly oid: number
  readonly schema: string
  readonly table: string
  readonly kind: string
  readonly persistence: string
  readonly isPartition: boolean
  readonly inherits: boolean
  readonly hasRowSecurity: boolean
  readonly isSubscribed: boolean
}

/** Null if there is no such table. */
export async function tableOf(db: AnyDatabase, name: TableName): Promise<FoundTable | null> {
  const { rows } = await sql<FoundTable>`
    select c.oid::bigint::float8 as oid, s.nspname as schema, c.relname as "table",
      c.relkind::text as kind, c.relpersistence::text as persistence,
      c.relispartition as "isPartition", c.relrowsecurity as "hasRowSecurity",
      exists (select from pg_catalog.pg_inherits i where c.oid in (i.inhrelid, i.inhparent))
        as inherits,
      exists (select from pg_catalog.pg_subscription_rel r where r.srrelid = c.oid)
        as "isSubscribed"
    from pg_catalog.pg_class c join pg_catalog.pg_namespace s on s.oid = c.relnamespace
    where c.oid = to_regclass(${quoted(name)})`.execute(db)
  return rows[0] ?? null
}

/** Why writers of a table could change it unseen; null if they cannot. */
export function reasonNotToCount(table: FoundTable): string | null {
  const { kind, persistence, isPartition, inherits, hasRowSecurity, isSubscribed } = table
  if (kind === 'p' || isPartition) {
    return 'it is partitioned, and writes to a partition would not be seen. Count a table without partitions.'
  }
  if (kind !== 'r') return `it is ${kinds[kind] ?? 'not a table'}. Count the table behind it.`
  if (persistence === 't') return 'it is temporary.'
  if (persistence === 'u') {
    return 'it is unlogged, and a crash would empty it unseen. Use alter table … set logged first.'
  }
  if (inherits) {
    return 'it inherits from a table or is inherited, and writes through the other would not be seen.'
  }
  if (hasRowSecurity) {
    return 'it has row security, which does not apply to counts: everybody would see the number of all rows.'
  }
  if (isSubscribed) {
    return 'a subscription writes to it, and replication does not call triggers of statements. Count it where it is published.'
  }
  return null
}

const kinds: Readonly<Record<string, string>> = {
  v: 'a view',
  m: 'a materialized view',
  f: 'a foreign table',
  i: 'an index',
  S: 'a sequence',
}

interface KnownColumn extends CountedColumn {
  readonly number: number
  /** Whether the operators of its type are PostgreSQL's own, and it has an order. */
  readonly isOrdered: boolean
}

const plain = ({ name, isNullable, type, collation }: CountedColumn): CountedColumn => ({
  name,
  isNullable,
  type,
  collation,
})

async function columnsOf(db: AnyDatabase, { oid }: FoundTable): Promise<readonly KnownColumn[]> {
  const { rows } = await sql<KnownColumn>`
    select a.attnum as number, a.attname as name, not a.attnotnull as "isNullable",
      case when s.nspname = 'pg_catalog' then format_type(a.atttypid, -1)
        else format('%I.%I', s.nspname, t.typname) end as type,
      case when l.collname <> 'default' then format('%I.%I', ls.nspname, l.collname) end
        as collation,
      b.typtype = 'e' or bs.nspname = 'pg_catalog' and exists (
        select from pg_catalog.pg_opclass o join pg_catalog.pg_am m on m.oid = o.opcmethod
        where m.amname = 'btree' and o.opcdefault and (o.opcintype = b.oid
          or b.typcategory = 'A' and o.opcintype = 'anyarray'::regtype
          or b.typcategory = 'R' and o.opcintype = 'anyrange'::regtype
          or b.oid in ('varchar'::regtype, 'cidr'::regtype) and o.opcintype in
            ('text'::regtype, 'inet'::regtype))) as "isOrdered"
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_type t on t.oid = a.atttypid
    join pg_catalog.pg_namespace s on s.oid = t.typnamespace
    join pg_catalog.pg_type b on b.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
    join pg_catalog.pg_namespace bs on bs.oid = b.typnamespace
    left join pg_catalog.pg_collation l on l.oid = a.attcollation
    left join pg_catalog.pg_namespace ls on ls.oid = l.collnamespace
    where a.attrelid = ${oid} and a.attnum > 0 and not a.attisdropped
    order by a.attnum`.execute(db)
  return rows
}

function requireOrder(table: string, column: KnownColumn): KnownColumn {
  if (column.isOrdered) return column
  throw cannotCount(
    table,
    `its column ${column.name} has the type ${column.type}, which has no order of PostgreSQL's own. ` +
      'Count it without this column.',
  )
}

/** An index over plain columns in the orders and collations of their own. */
interface Index {
  readonly isPrimary: boolean
  readonly isUnique: boolean
  readonly isDescending: boolean
  /** In its order. */
  readonly columns: readonly string[]
}

async function indexesOf(db: AnyDatabase, { oid }: FoundTable): Promise<readonly Index[]> {
  const { rows } = await sql<Index>`
    select i.indisprimary as "isPrimary", i.indisunique and i.indimmediate as "isUnique",
      bool_and(k.option = 3) as "isDescending",
      array_agg(a.attname::text order by k.place) as columns
    from pg_catalog.pg_index i
    join pg_catalog.pg_class c on c.oid = i.indexrelid
    join pg_catalog.pg_am m on m.oid = c.relam and m.amname = 'btree'
    cross join lateral unnest(i.indkey::int2[], i.indoption::int2[], i.indcollation::oid[],
      i.indclass::oid[]) with ordinality as k(number, option, sorting, class, place)
    left join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    left join pg_catalog.pg_opclass o on o.oid = k.class
    where i.indrelid = ${oid} and i.indisvalid and i.indpred is null
      and k.place <= i.indnkeyatts
    group by i.indexrelid, i.indisprimary, i.indisunique, i.indimmediate
    having bool_and(a.attname is not null and o.opcdefault and k.sorting = a.attcollation)
      and (bool_and(k.option = 0) or bool_and(k.option = 3))`.execute(db)
  return rows
}

function keyOf(table: string, indexes: readonly Index[], key: readonly string[] | null) {
  if (key !== null) return key
  const primary = indexes.find(({ isPrimary }) => isPrimary)
  if (primary !== undefined) return primary.columns
  throw cannotCount(table, 'it has no primary key. Add one, or name unique columns in key.')
}

function requireKey(table: string, indexes: readonly Index[], key: readonly CountedColumn[]) {
  const nullable = key.find(({ isNullable }) => isNullable)
  if (nullable !== undefined) {
    throw cannotCount(table, `${nullable.name} of its key may be null. Declare it not null.`)
  }
  const names = key.map(({ name }) => name)
  const isUnique = indexes.some(
    (index) => index.isUnique && index.columns.every((name) => names.includes(name)),
  )
  if (isUnique) return
  throw cannotCount(
    table,
    `several rows may have the same ${names.join(', ')}. Name the columns of a primary key or unique index in key.`,
  )
}

function requireIndex(table: string, indexes: readonly Index[], order: readonly CountedColumn[]) {
  const names = order.map(({ name }) => name)
  const hasOrder = indexes.some(({ columns }) =>
    names.every((name, place) => columns[place] === name),
  )
  if (hasOrder) return
  throw cannotCount(
    table,
    `no index has the order ${names.join(', ')}. Create it before countedTable(): ` +
      `create index on ${quotedName(table)} (${names.map(quotedName).join(', ')})`,
  )
}
