import type { CompiledQuery, QueryResult, SqliteStatement } from 'kysely'
import { Lru } from 'turnpike/kit'
import { allRows } from '../statements/stored-rows.ts'
import type { LibraryDatabase } from './libraries/library.ts'
import { withValues } from './rows.ts'
import { bindable } from './values.ts'

/**
 * Maximum number of characters of all prepared statements per connection, which take about 20 bytes
 * each. The least recently used are evicted. Clients choose the length: filters by many moments
 * make long statements.
 */
const maxText = 512 * 1024

/** The least weight of a statement, in characters: at most 256 short ones are kept. */
const leastWeight = 2048

const weightOf = (sql: string): number => Math.max(sql.length, leastWeight)

/** A prepared statement and what is known of it. */
interface Prepared {
  readonly statement: SqliteStatement
  /** Whether it only reads, with the same result on any connection to the database. */
  readonly isRead: boolean
  /** Whether it may change state that only this connection has. */
  readonly changesOwnState: boolean
  /**
   * Not used. SQLite's memory of a statement is released when V8 collects the object. V8 does not
   * see that memory, but it sees this, and so collects evicted statements earlier: under ever new
   * statements, a process stays at 210 MB instead of 560.
   */
  readonly size: ArrayBuffer
}

/** Bytes per character of what a statement counts as. */
const bytesPerCharacter = 20

/**
 * A connection to SQLite. Each statement is prepared once, and values have PostgreSQL's
 * form for the declared types.
 */
export class SqliteConnection {
  readonly database: LibraryDatabase
  readonly #prepared = new Lru<string, Prepared>({
    max: maxText,
    weightOf,
  })
  readonly #streams = new Set<Iterator<unknown>>()
  #hasOwnState: boolean | undefined

  constructor(database: LibraryDatabase) {
    this.database = database
  }

  get inTransaction(): boolean {
    return this.database.inTransaction === true
  }

  /** Whether there is no transaction. False if the library does not say. */
  get isOutside(): boolean {
    return this.database.inTransaction === false
  }

  /**
   * Whether it reads the committed state: neither the changes of an open transaction, nor the older
   * state of a running stream. False if the library does not say.
   */
  get isCurrent(): boolean {
    return this.#streams.size === 0 && this.isOutside
  }

  /**
   * Whether it has state that other connections lack: temporary tables, attached databases, or a
   * case-sensitive `like`.
   */
  get hasOwnState(): boolean {
    try {
      this.#hasOwnState ??= this.database.prepare(ownStateSql).all([]).length > 0
      return this.#hasOwnState
    } catch {
      // The connection is closed.
      return false
    }
  }

  isRead(sql: string): boolean {
    return this.#prepare(sql).isRead
  }

  execute<Row>(query: CompiledQuery): QueryResult<Row> {
    const { statement, changesOwnState } = this.#prepare(query.sql)
    if (changesOwnState) this.#hasOwnState = undefined
    const values = allBindable(query.parameters)
    if (statement.reader) return { rows: allRows(statement, values, query) as Row[] }

    const { changes, lastInsertRowid } = statement.run(values)
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
  }

  *stream<Row>({ sql, parameters }: CompiledQuery): IterableIterator<Row> {
    const rows = this.#prepare(sql).statement.iterate(allBindable(parameters))
    this.#streams.add(rows)
    try {
      yield* rows as Iterable<Row>
    } finally {
      this.#streams.delete(rows)
    }
  }

  /** Ends all streams: SQLite neither writes nor rolls back while one is open. */
  endStreams(): void {
    for (const rows of this.#streams) rows.return?.()
    this.#streams.clear()
  }

  close(): void {
    this.endStreams()
    this.#prepared.clear()
    this.database.close()
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known

    const statement = this.database.prepare(sql)
    const prepared = {
      statement: withValues(statement, sql),
      isRead: statement.reader && statement.readonly === true && !readsOwn.test(sql),
      changesOwnState: ownState.test(sql),
      size: new ArrayBuffer(bytesPerCharacter * weightOf(sql)),
    }
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

/** State of a single connection: its last insert, its changes, its temporary tables. */
const readsOwn = /\b(last_insert_rowid|(total_)?changes)\s*\(|\btemp\s*\.|sqlite_temp_/i

/** A rollback also undoes temporary tables. */
const ownState = /\b(temp|temporary|attach|detach|drop|rollback|case_sensitive_like)\b/i

const ownStateSql = `select 1 from sqlite_temp_schema
  union all select 1 from pragma_database_list where seq > 1
  union all select 1 where not 'a' like 'A'`

/** Most values need no conversion. */
const allBindable = (parameters: readonly unknown[]): readonly unknown[] =>
  parameters.some(isObjectOrBoolean) ? parameters.map(bindable) : parameters

const isObjectOrBoolean = (value: unknown): boolean =>
  typeof value === 'object' || typeof value === 'boolean'
