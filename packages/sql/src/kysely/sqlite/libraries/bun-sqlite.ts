import { asBuffer, bound, requireOneStatement } from './checked.ts'
import type { LibraryDatabase, LibraryStatement } from './library.ts'

/** A `Database` of `bun:sqlite`, as far as it is used. */
export interface BunSqlite {
  readonly inTransaction: boolean
  query(sql: string): unknown
  prepare(sql: string): BunStatement
  close(): void
}

interface BunStatement {
  readonly columnNames: readonly string[]
  readonly declaredTypes: readonly (string | null)[]
  /** Absent in older versions. */
  readonly readonly?: boolean
  all(...values: unknown[]): unknown[]
  /** The rows as lists of values. */
  values(...values: unknown[]): unknown[]
  run(...values: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
  iterate(...values: unknown[]): Iterable<unknown>
  safeIntegers(enabled: boolean): unknown
  finalize(): void
}

type Row = Record<string, unknown>

export function bunSqlite(database: BunSqlite): LibraryDatabase {
  const statements = new LiveStatements()

  return {
    get inTransaction() {
      try {
        return database.inTransaction
      } catch {
        // It is closed.
        return false
      }
    },
    prepare(sql) {
      const prepare = () => statements.added(database.prepare(sql))
      const statement = new BunSqliteStatement(prepare, sql)
      requireOneStatement(sql)
      return statement
    },
    close() {
      statements.finalize()
      database.close()
    },
  }
}

/**
 * The statements that the garbage collector has left. SQLite closes a database, and removes its
 * log, only after the last of its statements.
 */
class LiveStatements {
  readonly #all = new Set<WeakRef<BunStatement>>()
  readonly #collected = new FinalizationRegistry<WeakRef<BunStatement>>((reference) => {
    this.#all.delete(reference)
  })

  added(statement: BunStatement): BunStatement {
    const reference = new WeakRef(statement)
    this.#all.add(reference)
    this.#collected.register(statement, reference)
    return statement
  }

  finalize(): void {
    for (const reference of this.#all) reference.deref()?.finalize()
    this.#all.clear()
  }
}

class BunSqliteStatement implements LibraryStatement {
  readonly reader: boolean
  readonly readonly: boolean
  readonly #prepare: () => BunStatement
  readonly #statement: BunStatement
  readonly #isExplain: boolean
  #readsBigInts = false
  #isRaw = false

  constructor(prepare: () => BunStatement, sql: string) {
    this.#prepare = prepare
    this.#statement = prepare()
    this.#isExplain = /^\s*explain\b/i.test(sql)
    this.reader = this.#statement.columnNames.length > 0
    this.readonly = this.reader && this.#statement.readonly === true
  }

  all(parameters: readonly unknown[]): Row[] {
    const values = bound(parameters)
    // Bun leaves the explanation of a write open, and a transaction then cannot be committed.
    const statement = this.#isExplain ? this.#prepare() : this.#statement
    const rows = (this.#isRaw ? statement.values(...values) : statement.all(...values)) as Row[]
    if (this.#isExplain) statement.finalize()
    for (const row of rows) withBuffers(row)
    return rows
  }

  run(parameters: readonly unknown[]) {
    return this.#statement.run(...bound(parameters))
  }

  /** On a statement of its own: each execution ends the iteration of the one before. */
  *iterate(parameters: readonly unknown[]): IterableIterator<Row> {
    const statement = this.#prepare()
    try {
      statement.safeIntegers(this.#readsBigInts)
      for (const row of statement.iterate(...bound(parameters)) as Iterable<Row>) {
        yield withBuffers(row)
      }
    } finally {
      statement.finalize()
    }
  }

  columns() {
    const { columnNames, declaredTypes } = this.#statement
    return columnNames.map((name, index) => ({ name, type: declaredTypes[index] ?? null }))
  }

  safeIntegers(toggle: boolean): void {
    this.#readsBigInts = toggle
    this.#statement.safeIntegers(toggle)
  }

  raw(toggle: boolean): void {
    this.#isRaw = toggle
  }
}

function withBuffers(row: Row): Row {
  for (const name in row) {
    const value = row[name]
    if (value instanceof Uint8Array) row[name] = asBuffer(value)
  }
  return row
}
