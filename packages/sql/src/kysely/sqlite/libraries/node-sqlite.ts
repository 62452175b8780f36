import { asBuffer, bound, requireOneStatement } from './checked.ts'
import type { LibraryDatabase, LibraryStatement } from './library.ts'
import { driverErrorCode } from './result-codes.ts'

/** A `DatabaseSync` of `node:sqlite`, as far as it is used. */
export interface NodeSqlite {
  readonly isOpen: boolean
  readonly isTransaction: boolean
  prepare(sql: string): NodeStatement
  close(): void
}

interface NodeStatement {
  all(...values: unknown[]): unknown[]
  run(...values: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
  iterate(...values: unknown[]): Iterable<unknown>
  columns(): readonly { readonly name: string; readonly type: string | null }[]
  setReadBigInts(enabled: boolean): void
  setReturnArrays(enabled: boolean): void
}

type Row = Record<string, unknown>

export const nodeSqlite = (database: NodeSqlite): LibraryDatabase => ({
  get inTransaction() {
    return database.isOpen && database.isTransaction
  },
  prepare(sql) {
    const statement = new NodeSqliteStatement(database, sql)
    requireOneStatement(sql)
    return statement
  },
  close() {
    if (database.isOpen) database.close()
  },
})

/**
 * Rows come as arrays and become plain objects here: those of the library have no prototype, which
 * V8 is slow to read.
 */
class NodeSqliteStatement implements LibraryStatement {
  readonly reader: boolean
  readonly readonly: boolean
  readonly #database: NodeSqlite
  readonly #sql: string
  readonly #statement: NodeStatement
  /** Only the columns of `*` can become others. */
  readonly #hasFixedNames: boolean
  #readsBigInts = false
  #isRaw = false
  #names: readonly string[] | undefined

  constructor(database: NodeSqlite, sql: string) {
    this.#database = database
    this.#sql = sql
    this.#hasFixedNames = !sql.includes('*')
    this.#statement = database.prepare(sql)
    this.reader = this.#statement.columns().length > 0
    this.readonly = this.reader && onlyReads(database, sql)
    if (this.reader) this.#statement.setReturnArrays(true)
  }

  all(parameters: readonly unknown[]): unknown[] {
    return this.#converted(this.#read(parameters))
  }

  allAsNumbers(parameters: readonly unknown[]): unknown[] | null {
    try {
      const rows = this.#read(parameters)
      return rows.some((row) => row.includes(leastInteger)) ? null : this.#converted(rows)
    } catch (error) {
      if (driverErrorCode(error) === 'ERR_OUT_OF_RANGE') return null
      throw error
    }
  }

  run(parameters: readonly unknown[]) {
    const { changes, lastInsertRowid } = this.#statement.run(...bound(parameters))
    // SQLite keeps the count of the statement before.
    return { changes: changesNoRows.test(this.#sql) ? 0 : changes, lastInsertRowid }
  }

  /** On a statement of its own: each execution ends the iteration of the one before. */
  *iterate(parameters: readonly unknown[]): IterableIterator<Row> {
    const statement = this.#database.prepare(this.#sql)
    statement.setReturnArrays(true)
    statement.setReadBigInts(this.#readsBigInts)
    let names: readonly string[] | undefined
    for (const row of statement.iterate(...bound(parameters)) as Iterable<unknown[]>) {
      names ??= namesOf(statement)
      yield toObject(row, names)
    }
  }

  columns() {
    return this.#statement.columns()
  }

  safeIntegers(toggle: boolean): void {
    this.#readsBigInts = toggle
    this.#statement.setReadBigInts(toggle)
  }

  raw(toggle: boolean): void {
    this.#isRaw = toggle
  }

  #read(parameters: readonly unknown[]): unknown[][] {
    const values = bound(parameters)
    const rows = this.#statement.all(...values) as unknown[][]
    const names = this.#namesOf(rows)
    // Node 22 returns the earlier columns once after the schema was changed.
    const isOutdated = this.readonly && rows.length > 0 && rows[0]?.length !== names.length
    return isOutdated ? (this.#statement.all(...values) as unknown[][]) : rows
  }

  #converted(rows: readonly unknown[][]): unknown[] {
    if (this.#isRaw) return rows.map((row) => row.map(readBlob))
    const names = this.#names ?? []
    return rows.map((row) => toObject(row, names))
  }

  /** Asking for them takes longer than reading a row. */
  #namesOf(rows: readonly unknown[]): readonly string[] {
    if (rows.length === 0) return []
    if (this.#names !== undefined && this.#hasFixedNames) return this.#names
    this.#names = namesOf(this.#statement)
    return this.#names
  }
}

/** The only integer beyond 2^53 that the library returns as a number. */
const leastInteger = -(2 ** 63)

const namesOf = (statement: NodeStatement) => statement.columns().map(({ name }) => name)

/** For columns of the same name, a row has the last one's value at the first one's place. */
function toObject(values: readonly unknown[], names: readonly string[]): Row {
  const row: Row = {}
  for (let index = 0; index < values.length; index++) {
    row[names[index] as string] = readBlob(values[index])
  }
  return row
}

const readBlob = (value: unknown) => (value instanceof Uint8Array ? asBuffer(value) : value)

/** The library does not say it. */
function onlyReads(database: NodeSqlite, sql: string): boolean {
  if (/^\s*(select|values|explain)\b/i.test(sql)) return true
  if (!/^\s*with\b/i.test(sql)) return false
  const program = database.prepare(`explain ${sql}`).all() as { opcode: string; p2: number }[]
  return !program.some(({ opcode, p2 }) => opcode === 'Transaction' && p2 !== 0)
}

const changesNoRows =
  /^\s*(create|drop|alter|begin|commit|end|rollback|savepoint|release|pragma|attach|detach)\b/i
