import type { SqliteStatement } from 'kysely'
import { mark } from 'turnpike/kit'
import {
  describeRows,
  noLists,
  type StatementOfStored,
  type StoredForm,
} from '../statements/stored-rows.ts'
import type { LibraryColumn, LibraryStatement } from './libraries/library.ts'
import { type ColumnReader, isReadInOtherForm, readPlain, sqliteReader } from './values.ts'

type Row = Record<string, unknown>

/** How to read the rows of a statement. */
interface Reading {
  readonly names: readonly string[]
  readonly columns: readonly ReadColumn[]
  /** Columns whose values differ in form from what the database compares. */
  readonly inOtherForm: ReadonlySet<string>
}

interface ReadColumn extends ColumnReader {
  readonly name: string
}

/** The statement with rows of values from `sqliteReader`. */
export function withValues(statement: LibraryStatement, sql: string): SqliteStatement {
  // The number of a new row may be beyond 2^53.
  if (!statement.reader) statement.safeIntegers?.(true)
  if (!statement.reader || statement.columns === undefined) return statement
  return new ReadingStatement(statement, sql)
}

/**
 * A statement that returns rows. Integers are read as numbers, which is much faster than `BigInt`.
 * If a number may have been rounded, the statement is executed again with exact integers, and
 * always from then on. So this is only for statements that can be repeated.
 */
class ReadingStatement implements StatementOfStored {
  readonly reader = true
  readonly #statement: LibraryStatement
  /** Whether all integers are read as `BigInt`. */
  #isExact: boolean
  /** The current mode of the statement. Undefined means the library's default. */
  #readsBigInt: boolean | undefined
  #reading: Reading | undefined

  constructor(statement: LibraryStatement, sql: string) {
    this.#statement = statement
    this.#isExact = statement.readonly !== true || !isSimple(sql)
  }

  all(parameters: readonly unknown[]): unknown[] {
    if (!this.#isExact) {
      const rows = this.#asNumbers(parameters)
      if (rows !== null) return this.#converted(rows, false)
      this.#isExact = true
    }
    return this.#converted(this.#exactly(parameters), true)
  }

  allStored(parameters: readonly unknown[], form: StoredForm): unknown[] {
    if (form === 'objects') return this.#stored(parameters)
    const { raw } = this.#statement
    if (raw === undefined) throw noLists()
    raw.call(this.#statement, true)
    try {
      return form === 'described' ? this.#described(parameters) : this.#stored(parameters)
    } finally {
      raw.call(this.#statement, false)
    }
  }

  #stored(parameters: readonly unknown[]): unknown[] {
    if (!this.#isExact) {
      const rows = this.#asNumbers(parameters)
      if (rows !== null) return rows
      this.#isExact = true
    }
    const rows = this.#exactly(parameters)
    for (const row of rows) for (const name in row) row[name] = readPlain(row[name])
    return rows
  }

  /** The columns come last: executing an outdated statement prepares it once more. */
  #described(parameters: readonly unknown[]): unknown[] {
    const rows = this.#exactly(parameters)
    describeRows(rows, this.#statement.columns?.() ?? [])
    return rows
  }

  run(parameters: readonly unknown[]) {
    return this.#statement.run(parameters)
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    this.#readBigInt(true)
    for (const row of this.#statement.iterate(parameters) as Iterable<Row>) {
      convert(row, this.#readingOf(row), true)
      yield row
    }
  }

  /** Null if a number may have been rounded. */
  #asNumbers(parameters: readonly unknown[]): Row[] | null {
    this.#readBigInt(false)
    const statement = this.#statement
    if (statement.allAsNumbers !== undefined)
      return statement.allAsNumbers(parameters) as Row[] | null
    const rows = statement.all(parameters) as Row[]
    return hasRounded(rows) ? null : rows
  }

  #exactly(parameters: readonly unknown[]): Row[] {
    this.#readBigInt(true)
    return this.#statement.all(parameters) as Row[]
  }

  /** The application may have set either mode as the default. */
  #readBigInt(isOn: boolean): void {
    if (this.#readsBigInt === isOn) return
    this.#statement.safeIntegers?.(isOn)
    this.#readsBigInt = isOn
  }

  #converted(rows: Row[], isExact: boolean): Row[] {
    const [first] = rows
    if (first === undefined) return rows
    const reading = this.#readingOf(first)
    if (isExact || reading.columns.some(({ ofNumbers }) => ofNumbers !== null)) {
      for (const row of rows) convert(row, reading, isExact)
    }
    if (reading.inOtherForm.size > 0) fieldsOfRows.set(rows, reading.inOtherForm)
    return rows
  }

  /**
   * Asking for the columns takes longer than reading a row. They are the same while the names are.
   */
  #readingOf(row: Row): Reading {
    const known = this.#reading
    if (known !== undefined && hasNames(row, known.names)) return known
    const { columns = () => [] } = this.#statement
    this.#reading = readingOf(columns.call(this.#statement))
    return this.#reading
  }
}

/**
 * Whether repeating the statement changes nothing, and a column has the values of its declared
 * type: in a union other parts may have other ones.
 */
const isSimple = (sql: string): boolean =>
  /^\s*(select|with)\b/i.test(sql) && !/\b(union|intersect|except)\b/i.test(sql)

/** Whether there is a number that may be a rounded integer. */
function hasRounded(rows: readonly Row[]): boolean {
  for (const row of rows) {
    for (const name in row) {
      const value = row[name]
      if (typeof value === 'number' && !(value < 2 ** 53 && value > -(2 ** 53))) return true
    }
  }
  return false
}

/** For columns of the same name, a row has the last one's value at the first one's place. */
function readingOf(all: readonly LibraryColumn[]): Reading {
  const columns = [...new Map(all.map((column) => [column.name, column])).values()]
  return {
    names: columns.map(({ name }) => name),
    columns: columns.map(({ name, type = null }) => ({ name, ...sqliteReader(type) })),
    inOtherForm: new Set(
      columns.filter(({ type }) => isReadInOtherForm(type)).map(({ name }) => name),
    ),
  }
}

function hasNames(row: Row, names: readonly string[]): boolean {
  let index = 0
  for (const name in row) if (name !== names[index++]) return false
  return index === names.length
}

/** @param isExact whether integers are `BigInt`. */
function convert(row: Row, { columns }: Reading, isExact: boolean): void {
  for (const { name, ofNumbers, ofBigInts } of columns) {
    const read = isExact ? ofBigInts : ofNumbers
    if (read !== null) row[name] = read(row[name])
  }
}

const fieldsOfRows = mark<readonly unknown[], ReadonlySet<string>>()

/** The fields whose values differ in form from what the database compares. */
export const fieldsInOtherForm = (rows: readonly unknown[]): ReadonlySet<string> =>
  fieldsOfRows.get(rows) ?? none

const none: ReadonlySet<string> = new Set()
