import { SqliteAdapter, type SqliteDatabase } from 'kysely'
import type { ChangeToken } from '../../caching/change-token.ts'
import { memoizeByIdentity } from '../../caching/memoize.ts'
import type { AnyDatabase } from '../database.ts'
import type { SqliteConnection } from './connection.ts'
import type { Connections } from './connections.ts'
import { withValues } from './rows.ts'

/** Shows whether a SQLite database has changed. */
export interface SqliteChanges {
  /**
   * Differs after every change to the database, by any process. Results read after taking a token
   * are valid while the token is the same. Null when this cannot be known: inside a transaction, or
   * when one of the tables is a view or virtual.
   */
  token(tables: readonly string[]): ChangeToken | null
  /**
   * False while the connection sees uncommitted changes, which could still be rolled back, or a
   * temporary table or view, which hides another one for a while.
   */
  isCommitted(): boolean
  /** The columns of the table's primary key, or null when it has none, or one that may be null. */
  primaryKey(table: string): readonly string[] | null
}

/** The adapter of `sqliteDialect`. It gives access to the changes of its database. */
export class ObservedSqliteAdapter extends SqliteAdapter {
  readonly changes: SqliteChanges | null

  /** @param changes null: nothing of the database is cached. */
  constructor(changes: SqliteChanges | null) {
    super()
    this.changes = changes
  }

  /** Otherwise Kysely would make connections wait for each other without a limit. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** The changes of a database of `sqliteDialect`; null for any other, or if it is not cached. */
export const changesOf = (db: AnyDatabase): SqliteChanges | null => adapterOf(db)?.changes ?? null

/** Whether the database is of `sqliteDialect`. */
export const isOfSqliteDialect = (db: AnyDatabase): boolean => adapterOf(db) !== null

function adapterOf(db: AnyDatabase): ObservedSqliteAdapter | null {
  const { adapter } = db.getExecutor()
  return adapter instanceof ObservedSqliteAdapter ? adapter : null
}

/**
 * `own`: rows changed by this connection. `others`: changes with each commit of another connection.
 * `schema`: changes with the schema. `temporary`: the number of temporary tables and views, which
 * may hide others. `likes`: whether `like` ignores case (`case_sensitive_like`).
 */
const countersSql = `select total_changes() as own,
  (select data_version from pragma_data_version) as others,
  (select schema_version from pragma_schema_version) as schema,
  (select count(*) from sqlite_temp_schema) as temporary,
  'a' like 'A' as likes`

const temporarySql = 'select count(*) as temporary from sqlite_temp_schema'

/**
 * Virtual tables and views have no root page, and their contents may come from anywhere. A primary
 * key without an index is the row number. Other primary keys, including `integer primary key desc`,
 * may be null unless declared not null.
 */
const plainTablesSql = `select name, (
    select json_group_array(name) from pragma_table_info(sqlite_schema.name) where pk > 0
    having min("notnull") or (count(*) = 1 and not exists (
      select 1 from pragma_index_list(sqlite_schema.name) where origin = 'pk'))
  ) as key from sqlite_schema where type = 'table' and rootpage > 0`

interface TableRow {
  readonly name: string
  /** A list as JSON. */
  readonly key: string | null
}

interface CountersRow {
  readonly own: number
  readonly others: number
  readonly schema: number
  readonly temporary: number
  readonly likes: unknown
}

/**
 * The changes of a database, as seen by a read-only connection if there is one: its `data_version`
 * changes with every commit, including those of the writing connection.
 */
export function sqliteChanges(connections: Connections): SqliteChanges {
  const changesBy = memoizeByIdentity(connectionChanges)
  const observed = () => changesBy(connections.observer)

  return {
    isCommitted() {
      try {
        return connections.isCurrent && !observed().hidesTables()
      } catch {
        return false
      }
    },

    token(tables) {
      if (!connections.isCurrent) return null
      try {
        return observed().token(tables)
      } catch {
        // The next read of the database reports the error.
        return null
      }
    },

    primaryKey: (table) => observed().primaryKey(table),
  }
}

/** The primary keys of the tables. */
type Tables = ReadonlyMap<string, readonly string[] | null>

interface ConnectionChanges {
  token(tables: readonly string[]): ChangeToken | null
  /** From the schema read last. */
  primaryKey(table: string): readonly string[] | null
  /** Whether there are temporary tables or views, which may hide others of the same name. */
  hidesTables(): boolean
}

let connectionsSeen = 0

function connectionChanges({ database }: SqliteConnection): ConnectionChanges {
  // Two connections may have the same counters.
  const name = ++connectionsSeen
  const readCounters = rowsOf<CountersRow>(database, countersSql)
  const readTemporary = rowsOf<Pick<CountersRow, 'temporary'>>(database, temporarySql)
  const readTables = rowsOf<TableRow>(database, plainTablesSql)
  let plain: { readonly schema: number; readonly tables: Tables } | undefined

  const plainTables = (schema: number): Tables => {
    if (plain?.schema !== schema) {
      const rows = readTables()
      const keyOf = ({ key }: TableRow) => (key === null ? null : JSON.parse(key))
      plain = { schema, tables: new Map(rows.map((row) => [row.name.toLowerCase(), keyOf(row)])) }
    }
    return plain.tables
  }

  return {
    token(tables) {
      const [row] = readCounters()
      if (row === undefined || row.temporary > 0) return null
      const known = plainTables(row.schema)
      if (!tables.every((name) => known.has(name.toLowerCase()))) return null
      return `${name} ${row.own} ${row.others} ${row.schema} ${row.likes}`
    },

    primaryKey: (table) => plain?.tables.get(table.toLowerCase()) ?? null,

    hidesTables: () => readTemporary()[0]?.temporary !== 0,
  }
}

/** A statement that is prepared on first use. */
function rowsOf<Row>(database: SqliteDatabase, sql: string): () => readonly Row[] {
  let statement: ReturnType<SqliteDatabase['prepare']> | undefined
  return () => {
    statement ??= withValues(database.prepare(sql), sql)
    return statement.all([]) as Row[]
  }
}
