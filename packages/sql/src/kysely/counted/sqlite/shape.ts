import { sql } from 'kysely'
import { ConfigurationError } from 'turnpike'
import type { AnyDatabase } from '../../database.ts'
import { quotedName } from '../../tables/name.ts'
import { prefix, text } from './names.ts'
import type { UniqueKey } from './replaced.ts'

/** A column as SQLite describes it. */
export interface SqliteColumn {
  readonly name: string
  readonly affinity: string
  readonly isNullable: boolean
  /** 1 for the first column of the primary key, 0 for none of it. */
  readonly placeInKey: number
}

/** The parts of a table on which its counters depend, besides the definition. */
export interface TableShape {
  /** The name as the table was created. */
  readonly table: string
  readonly columns: readonly SqliteColumn[]
  readonly uniqueKeys: readonly UniqueKey[]
  /** A unique index over an expression; null if there is none. */
  readonly expressionIndex: string | null
  /** A collation that is not SQLite's own; null if there is none. */
  readonly ownCollation: string | null
}

interface ListedTable {
  readonly name: string
  readonly type: string
  readonly wr: number
  readonly strict: number
}

interface ListedColumn {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly dflt_value: string | null
  readonly pk: number
}

interface IndexColumn {
  readonly index: string
  readonly origin: string
  readonly cid: number
  readonly name: string | null
  readonly coll: string
}

/** The shape of a table; null if there is no such table, or something else of this name. */
export async function shapeOf(db: AnyDatabase, table: string): Promise<TableShape | null> {
  const listed = await rowsOf<ListedTable>(
    db,
    `select name, type, wr, strict from pragma_table_list
      where schema = 'main' and name = ${text(table)} collate nocase`,
  )
  const [found] = listed
  if (found?.type !== 'table' || isInternal(found.name)) return null
  const columns = await rowsOf<ListedColumn>(
    db,
    `select name, type, "notnull", dflt_value, pk from pragma_table_xinfo(${text(found.name)}, 'main')`,
  )
  const indexed = await rowsOf<IndexColumn>(
    db,
    `select list.name as "index", list.origin, info.cid, info.name, info.coll
      from pragma_index_list(${text(found.name)}, 'main') as list
      cross join pragma_index_xinfo(list.name, 'main') as info
      where list."unique" = 1 and info.key = 1 order by list.name, info.seqno`,
  )
  const created = await rowsOf<{ sql: string }>(
    db,
    `select sql from main.sqlite_schema where type = 'table' and name = ${text(found.name)}`,
  )
  const keys = Object.values(Object.groupBy(indexed, ({ index }) => index)) as IndexColumn[][]
  const hasKeyIndex = indexed.some(({ origin }) => origin === 'pk')
  const ofKey = columns.filter(({ pk }) => pk > 0)
  const rowid = hasKeyIndex || found.wr === 1 ? undefined : ofKey[0]
  const isNullable = ({ name, notnull, pk }: ListedColumn) =>
    notnull === 0 && name !== rowid?.name && !(found.wr === 1 && pk > 0)
  const nullBecomes = (name: string) => {
    const column = columns.find((one) => one.name === name)
    return column?.notnull === 1 && column.dflt_value !== null ? `(${column.dflt_value})` : null
  }

  return {
    table: found.name,
    columns: columns.map((column) => ({
      name: column.name,
      affinity: affinityOf(column.type, found.strict === 1),
      isNullable: isNullable(column),
      placeInKey: column.pk,
    })),
    uniqueKeys: [
      ...rowidKeys(found, columns, rowid),
      ...keys
        .filter((key) => key.every(({ cid }) => cid >= -1))
        .map((key) =>
          key.map(({ name, coll }) => ({
            name: name === null ? 'rowid' : quotedName(name),
            collation: coll,
            nullBecomes: name === null ? null : nullBecomes(name),
          })),
        ),
    ],
    expressionIndex: indexed.find(({ cid }) => cid < -1)?.index ?? null,
    ownCollation: ownCollationIn(created[0]?.sql ?? ''),
  }
}

export const rowsOf = async <Row>(db: AnyDatabase, statement: string): Promise<Row[]> =>
  (await sql.raw<Row>(statement).execute(db)).rows

const isInternal = (name: string): boolean =>
  /^(sqlite_|turnpike_counted)/i.test(name) || name.startsWith(prefix)

/** A rowid is writable under any of its names that no column has. */
function rowidKeys(
  { wr }: ListedTable,
  columns: readonly ListedColumn[],
  rowid: ListedColumn | undefined,
): UniqueKey[] {
  if (wr === 1) return []
  const names = columns.map(({ name }) => name.toLowerCase())
  const hidden = ['rowid', '_rowid_', 'oid'].find((name) => !names.includes(name))
  const name = rowid === undefined ? hidden : quotedName(rowid.name)
  return name === undefined ? [] : [[{ name, collation: 'binary', nullBecomes: null }]]
}

/** By https://www.sqlite.org/datatype3.html, section 3.1. A strict table may have `any`. */
function affinityOf(declaredType: string, isStrict: boolean): string {
  const type = declaredType.toUpperCase()
  if (isStrict && type === 'ANY') return 'blob'
  if (type.includes('INT')) return 'integer'
  if (/CHAR|CLOB|TEXT/.test(type)) return 'text'
  if (type === '' || type.includes('BLOB')) return 'blob'
  return /REAL|FLOA|DOUB/.test(type) ? 'real' : 'numeric'
}

const ownCollationIn = (createTable: string): string | null => {
  const collations = createTable.matchAll(/\bcollate\s+["'`[]?(\w+)/gi)
  for (const [, name = ''] of collations) if (!isOfSqlite(name)) return name
  return null
}

/** Collations that every program has. */
export const isOfSqlite = (collation: string): boolean =>
  ['binary', 'nocase', 'rtrim'].includes(collation.toLowerCase())

/** The collation of a column, of those of SQLite. */
export async function collationOf(db: AnyDatabase, table: string, column: string): Promise<string> {
  // In a union a column has the collation of the first select.
  const [found] = await rowsOf<{ nocase: unknown; rtrim: unknown }>(
    db,
    `select value = 'A' as nocase, value = 'a ' as rtrim from (
      select ${quotedName(column)} as value from ${quotedName(table)} where false union all select 'a')`,
  )
  if (Number(found?.nocase) === 1) return 'nocase'
  return Number(found?.rtrim) === 1 ? 'rtrim' : 'binary'
}

/** Whether an index has the rows in this order. */
export async function hasOrder(
  db: AnyDatabase,
  table: string,
  columns: readonly string[],
): Promise<boolean> {
  const plan = await rowsOf<{ detail: string }>(
    db,
    `explain query plan select 1 from ${quotedName(table)} order by ${columns.map(quotedName).join(', ')} limit 1`,
  )
  return !plan.some(({ detail }) => detail.includes('TEMP B-TREE'))
}

/** The error for a table that cannot be counted. */
export const cannotCount = (table: string, reason: string): ConfigurationError =>
  new ConfigurationError(`${table} cannot be counted: ${reason}`)
