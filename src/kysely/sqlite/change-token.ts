import { SqliteAdapter, type SqliteDatabase } from 'kysely'
import type { AnyDatabase } from '../database.ts'
import type { SqliteConnection } from './connection.ts'
import type { Connections } from './connections.ts'
import { withValues } from './rows.ts'

/** Tells whether a SQLite database still holds what it held. */
export interface SqliteState {
  /**
   * A text that stays the same while nothing in the database has changed, by any process: none
   * comes a second time, so what is read afterwards is good for as long as it is the same. Null:
   * that cannot be told now, such as while a transaction is open, or of one of these tables, which
   * is a view or a virtual table.
   */
  read(tables: readonly string[]): string | null
  /**
   * Whether the connection reads what is committed, and not what a transaction may yet take back,
   * or what a temporary table or view hides for a while.
   */
  isSteady(): boolean
  /** The columns of the table's primary key, or null when it has none, or one that may be null. */
  primaryKey(table: string): readonly string[] | null
}

/** The adapter of `sqliteDialect`, by which a database is asked for its state. */
export class StatefulSqliteAdapter extends SqliteAdapter {
  readonly state: SqliteState

  constructor(state: SqliteState) {
    super()
    this.state = state
  }

  /** Else Kysely itself would let one wait for the other, without a limit. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** The state of a database of `sqliteDialect`; null for any other. */
export function stateOf(db: AnyDatabase): SqliteState | null {
  const { adapter } = db.getExecutor()
  return adapter instanceof StatefulSqliteAdapter ? adapter.state : null
}

/**
 * Rows that this connection has changed, a number that changes with each commit of another one, one
 * that changes with the schema, how many temporary tables and views there are, which may hide
 * others, and whether `like` tells upper from lower case (`pragma case_sensitive_like`).
 */
const stateSql = `select total_changes() as own,
  (select data_version from pragma_data_version) as others,
  (select schema_version from pragma_schema_version) as schema,
  (select count(*) from sqlite_temp_schema) as temporary,
  'a' like 'A' as likes`

const temporarySql = 'select count(*) as temporary from sqlite_temp_schema'

/**
 * Virtual tables and views have no page of their own, and may hold anything. A primary key without
 * an index is the number of the row; others may be null unless they are declared not null, also
 * `integer primary key desc`.
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

interface StateRow {
  readonly own: number
  readonly others: number
  readonly schema: number
  readonly temporary: number
  readonly likes: unknown
}

/**
 * The state of a database. It is asked of a connection that only reads, if there is one: every
 * commit, that of the one that writes among them, changes its version.
 */
export function sqliteState(connections: Connections): SqliteState {
  const known = new WeakMap<SqliteConnection, ConnectionState>()
  const observed = (): ConnectionState => {
    const connection = connections.observer
    const present = known.get(connection)
    if (present !== undefined) return present

    const state = connectionState(connection)
    known.set(connection, state)
    return state
  }

  return {
    isSteady() {
      try {
        return connections.isCurrent && !observed().hidesTables()
      } catch {
        return false
      }
    },

    read(tables) {
      if (!connections.isCurrent) return null
      try {
        return observed().read(tables)
      } catch {
        // The next read of the database reports why it cannot answer.
        return null
      }
    },

    primaryKey: (table) => observed().primaryKey(table),
  }
}

/** The primary keys of the tables. */
type Tables = ReadonlyMap<string, readonly string[] | null>

interface ConnectionState {
  read(tables: readonly string[]): string | null
  /** Of the schema that was read last. */
  primaryKey(table: string): readonly string[] | null
  /** Whether there are temporary tables or views, which may have the name of another. */
  hidesTables(): boolean
}

let connectionsSeen = 0

function connectionState({ database }: SqliteConnection): ConnectionState {
  // Versions of two connections are numbers that may be the same.
  const name = ++connectionsSeen
  const readState = rowsOf<StateRow>(database, stateSql)
  const readTemporary = rowsOf<Pick<StateRow, 'temporary'>>(database, temporarySql)
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
    read(tables) {
      const [row] = readState()
      if (row === undefined || row.temporary > 0) return null
      const known = plainTables(row.schema)
      if (!tables.every((name) => known.has(name.toLowerCase()))) return null
      return `${name} ${row.own} ${row.others} ${row.schema} ${row.likes}`
    },

    primaryKey: (table) => plain?.tables.get(table.toLowerCase()) ?? null,

    hidesTables: () => readTemporary()[0]?.temporary !== 0,
  }
}

/** A statement that is prepared when it is first needed. */
function rowsOf<Row>(database: SqliteDatabase, sql: string): () => readonly Row[] {
  let statement: ReturnType<SqliteDatabase['prepare']> | undefined
  return () => {
    statement ??= withValues(database.prepare(sql), sql)
    return statement.all([]) as Row[]
  }
}
