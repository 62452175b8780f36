import { setImmediate } from 'node:timers'
import { SqliteAdapter } from 'kysely'
import { type ChangeToken, memoizeByIdentity } from 'turnpike/kit'
import type { AnyDatabase } from '../database.ts'
import type { SqliteConnection } from './connection.ts'
import type { Connections } from './connections.ts'
import type { LibraryDatabase, LibraryStatement } from './libraries/library.ts'

/** Shows whether a SQLite database has changed. */
export interface SqliteChanges {
  /**
   * Differs after every change to the database, by any process. Results read after taking a token
   * are valid while the token is the same. Null when this cannot be known: inside a transaction, or
   * when one of the tables is a view or virtual.
   */
  token(tables: readonly string[]): ChangeToken | null
  /**
   * The same, taken once for all who ask in the same turn of the event loop: after the last of
   * their requests was read, so it is as new as each of them. A look at the counters takes SQLite
   * two locks, which costs as much as the rest of such a request. The requests then go on together,
   * with the code and its data still in the processor's cache.
   */
  tokenOfTurn(tables: readonly string[]): Promise<ChangeToken | null>
  /**
   * False while the connection sees uncommitted changes, which could still be rolled back, or a
   * temporary table or view, which hides another one for a while.
   */
  isCommitted(): boolean
  /** The columns of the table's primary key, or null when it has none, or one that may be null. */
  primaryKey(table: string): readonly string[] | null
}

/** The adapter of `sqliteDialect`. It gives access to its connections and their changes. */
export class ObservedSqliteAdapter extends SqliteAdapter {
  readonly connections: Connections
  readonly changes: SqliteChanges | null

  /** @param changes null: nothing of the database is cached. */
  constructor(connections: Connections, changes: SqliteChanges | null) {
    super()
    this.connections = connections
    this.changes = changes
  }

  /** Otherwise Kysely would make connections wait for each other without a limit. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** The changes of a database of `sqliteDialect`; null for any other, or if it is not cached. */
export const changesOf = (db: AnyDatabase): SqliteChanges | null => adapterOf(db)?.changes ?? null

/** Reads at once what need not wait (see `Connections`); null for any other database. */
export function readingNow(db: AnyDatabase): Connections['readNow'] | null {
  const connections = adapterOf(db)?.connections
  return connections === undefined ? null : (query) => connections.readNow(query)
}

/**
 * How many wait for the writing connection; undefined if the database is not of `sqliteDialect`.
 */
export const waitingForWriter = (db: AnyDatabase): number | undefined =>
  adapterOf(db)?.connections.writer.waiting

/** Whether the database is of `sqliteDialect`. */
export const isOfSqliteDialect = (db: AnyDatabase): boolean => adapterOf(db) !== null

function adapterOf(db: AnyDatabase): ObservedSqliteAdapter | null {
  const { adapter } = db.getExecutor()
  return adapter instanceof ObservedSqliteAdapter ? adapter : null
}

/**
 * Counters that only the connection itself can change. `own`: rows changed by it. `temporary`: the
 * number of temporary tables and views, which may hide others. `likes`: whether `like` ignores case
 * (`case_sensitive_like`). It takes no lock, because it reads no file.
 */
const ownSql = `select total_changes() as own,
  (select count(*) from sqlite_temp_schema) as temporary, 'a' like 'A' as likes`

/** Changes with each commit of another connection, also when only the schema has changed. */
const othersSql = 'pragma data_version'

/** Changes with the schema. */
const schemaSql = 'pragma schema_version'

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

interface OwnRow {
  readonly own: number
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
  let turn: Promise<Counters | null> | undefined

  const countersOfTurn = (): Promise<Counters | null> => {
    turn ??= new Promise((resolve) => {
      setImmediate(() => {
        turn = undefined
        resolve(countersNow())
      })
    })
    return turn
  }
  const countersNow = (): Counters | null => {
    try {
      return observed().counters()
    } catch {
      // The next read of the database reports the error.
      return null
    }
  }

  return {
    isCommitted() {
      try {
        return connections.isCurrent && !observed().hidesTables()
      } catch {
        return false
      }
    },

    token(tables) {
      return connections.isCurrent ? tokenFor(tables, countersNow()) : null
    },

    async tokenOfTurn(tables) {
      return connections.isCurrent ? tokenFor(tables, await countersOfTurn()) : null
    },

    primaryKey: (table) => observed().primaryKey(table),
  }
}

/** The primary keys of the tables. */
type Tables = ReadonlyMap<string, readonly string[] | null>

interface ConnectionChanges {
  /** The counters, the same object while they are equal. Null if a table may be hidden. */
  counters(): Counters | null
  /** From the schema read last. */
  primaryKey(table: string): readonly string[] | null
  /** Whether there are temporary tables or views, which may hide others of the same name. */
  hidesTables(): boolean
}

/** Null if one of the tables is not a plain one. */
function tokenFor(tables: readonly string[], now: Counters | null): ChangeToken | null {
  if (now === null) return null
  for (const table of tables) if (!now.tables.has(table.toLowerCase())) return null
  return now.token
}

let connectionsSeen = 0

function connectionChanges({ database }: SqliteConnection): ConnectionChanges {
  // Two connections may have the same counters.
  const name = ++connectionsSeen
  const readOwn = rowOf<OwnRow>(database, ownSql)
  const readOthers = rowOf<{ readonly data_version: number }>(database, othersSql)
  const readSchema = rowOf<{ readonly schema_version: number }>(database, schemaSql)
  const readTables = rowsOf<TableRow>(database, plainTablesSql)
  // A connection that only reads sees changes of the schema as changes by others.
  const mayChangeSchema = database.readonly !== true
  let plain: { readonly schema: number; readonly tables: Tables } | undefined
  let latest: Counters | undefined

  const counters = (): Counters | null => {
    const { own, temporary, likes } = readOwn()
    if (temporary > 0) return null
    const others = readOthers().data_version
    const isSame = latest?.others === others && latest.own === own && latest.likes === likes
    if (latest !== undefined && isSame && !mayChangeSchema) return latest

    const schema = readSchema().schema_version
    if (latest !== undefined && isSame && latest.schema === schema) return latest
    if (plain?.schema !== schema) plain = { schema, tables: plainTables(readTables()) }
    const token = `${name} ${own} ${others} ${schema} ${likes}`
    latest = { own, others, likes, schema, token, tables: plain.tables }
    return latest
  }

  return {
    counters,

    primaryKey: (table) => plain?.tables.get(table.toLowerCase()) ?? null,

    hidesTables: () => readOwn().temporary !== 0,
  }
}

interface Counters {
  readonly own: number
  readonly others: number
  readonly likes: unknown
  readonly schema: number
  readonly token: ChangeToken
  readonly tables: Tables
}

const plainTables = (rows: readonly TableRow[]): Tables =>
  new Map(rows.map(({ name, key }) => [name.toLowerCase(), key === null ? null : JSON.parse(key)]))

/** A statement that is prepared on first use. */
function rowsOf<Row>(database: LibraryDatabase, sql: string): () => readonly Row[] {
  let statement: LibraryStatement | undefined
  return () => {
    statement ??= database.prepare(sql)
    return statement.all(noValues) as Row[]
  }
}

function rowOf<Row>(database: LibraryDatabase, sql: string): () => Row {
  const rows = rowsOf<Row>(database, sql)
  return () => rows()[0] as Row
}

const noValues: readonly unknown[] = []
