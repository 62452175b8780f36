import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import { type AnyDatabase, type AnyRow, isSqlite } from '../database.ts'
import { driverCode } from '../outages.ts'
import { requireExactKey } from '../tables/require-exact-key.ts'
import { requireUniqueKey } from '../tables/require-unique-key.ts'
import { sparingTransaction } from '../tables/sparing-transaction.ts'
import { isLocking } from '../transactions/scope.ts'
import { integerKey, type ReadKey, type ReadKeys } from './keys.ts'

/** A table, and how a row of it is identified. */
export interface KeyedTable {
  /** The function that makes the store, for messages. */
  readonly name: string
  readonly db: AnyDatabase
  readonly table: string
  readonly key: readonly KeyColumn[]
  /** The values of an item as they are sent in a statement. */
  sent(item: AnyRow): AnyRow
}

/** A column of the primary key, and how it is parsed from a URL. */
interface KeyColumn {
  readonly name: string
  readonly read: ReadKey<number | string>
}

/** The values of a key, one for each of its columns. */
type KeyValues = readonly unknown[]

export type HasKey = (
  eb: ExpressionBuilder<AnyRow, AnyRow>,
) => ExpressionWrapper<AnyRow, AnyRow, SqlBool>

export const keyColumns = (
  names: readonly string[],
  readKey: ReadKeys<string>,
): readonly KeyColumn[] =>
  names.map((name) => {
    const read = typeof readKey === 'function' ? readKey : readKey[name]
    return { name, read: read ?? integerKey }
  })

/** The rows of a table, by their keys. */
export class KeyedRows {
  readonly #of: KeyedTable
  readonly #key: readonly string[]
  readonly #locking: object
  #isUnique = false

  /** @param locking identifies the transactions in which rows are locked when they are found. */
  constructor(of: KeyedTable, locking: object) {
    this.#of = of
    this.#key = of.key.map(({ name }) => name)
    this.#locking = locking
  }

  /**
   * The key of an item. Null when a part is missing: plugins might match every row without it.
   *
   * @throws ConfigurationError when several rows may have it.
   */
  async keyOf(item: AnyRow): Promise<KeyValues | null> {
    const row = this.#of.sent(item)
    if (this.#key.some((column) => row[column] === null || row[column] === undefined)) return null
    await this.#requireUnique()
    return this.#key.map((column) => row[column])
  }

  /**
   * For an item whose row was not found, or is not as expected.
   *
   * @throws ConfigurationError when the row cannot be found by the key of the item.
   */
  async requireExact(item: AnyRow): Promise<void> {
    const { db, table, name } = this.#of
    const dates = this.#key.filter((column) => item[column] instanceof Date)
    if (dates.length === 0 || (await this.find(await this.keyOf(item))) !== null) return
    await requireExactKey(db, table, dates, name)
  }

  /** The condition that a row has the key. */
  hasKey(values: KeyValues): HasKey {
    return (eb) =>
      eb.and(
        // PostgreSQL would fail for an integer beyond 32 bits, not just find none. A fraction would
        // be cut off, and the row of another key be found.
        values.map((value, index) =>
          eb(
            this.#key[index] as string,
            '=',
            Number.isSafeInteger(value) ? eb.cast(eb.val(value), 'bigint') : value,
          ),
        ),
      )
  }

  /** The row. Null if it does not exist, or a part of the key is missing. */
  async find(values: KeyValues | null): Promise<AnyRow | null> {
    if (values === null) return null
    await this.#requireUnique()
    return (await this.#select().where(this.hasKey(values)).executeTakeFirst()) ?? null
  }

  /** The row of the texts in a URL. */
  async findText(texts: readonly string[]): Promise<AnyRow | null> {
    const values = this.#of.key.map(({ read }, index) => read(texts[index] ?? ''))
    if (values.includes(null)) return null
    const { db, table } = this.#of
    const key = Object.fromEntries(this.#key.map((name, index) => [name, values[index]]))
    const finding = sparingTransaction(db, table, key, () => this.find(values))
    return finding.catch((error: unknown) => {
      if (isUnparsedKey(error)) return null
      throw error
    })
  }

  /** @throws ConfigurationError when several rows may have the same key. */
  async #requireUnique(): Promise<void> {
    const { db, table, name } = this.#of
    if (!this.#isUnique) await requireUniqueKey(db, table, this.#key, name)
    this.#isUnique = true
  }

  #select() {
    const { db, table } = this.#of
    const query = db.selectFrom(table).selectAll()
    // SQLite has only one writer at a time. References to the row are not held up.
    return isLocking(db, this.#locking) && !isSqlite(db) ? query.forNoKeyUpdate() : query
  }
}

/** A key that PostgreSQL cannot parse, such as an invalid UUID, belongs to no row. */
export const isUnparsedKey = (error: unknown): boolean => /^22/.test(driverCode(error) ?? '')
