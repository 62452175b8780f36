import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { ItemSet } from 'turnpike'
import type { TransactionalStore } from 'turnpike/kit'
import { atomically } from '../atomic.ts'
import { type AnyDatabase, type AnyRow, isSqlite } from '../database.ts'
import { driverCode } from '../outages.ts'
import { rowInserter } from '../statements/insert-row.ts'
import { forgetColumns } from '../tables/columns.ts'
import { requireUniqueKey } from '../tables/require-unique-key.ts'
import { isLocking } from '../transactions/scope.ts'
import { constraintViolation, type RefusedWrite } from '../violations/constraint-violation.ts'
import { violationOf } from '../violations/driver-error.ts'
import { refuseConflict } from '../violations/refusals.ts'
import { integerKey, type ReadKey, type ReadKeys } from './keys.ts'

/** How the rows of one table are stored and found. */
export interface StoredTable {
  /** The function that makes the store, for messages. */
  readonly name: string
  readonly db: AnyDatabase
  readonly table: string
  readonly key: readonly KeyColumn[]
  readonly items: ItemSet<AnyRow>
  /** The items with the key of this one: there is at most one. */
  only(item: AnyRow, hasKey: HasKey): ItemSet<AnyRow>
  /**
   * The values as they are written.
   *
   * @throws ValidationError for values that cannot be.
   */
  stored(values: AnyRow, isNew: boolean): Promise<AnyRow>
  /** What a statement is sent for the values of an item. */
  sent(item: AnyRow): AnyRow
}

type HasKey = (eb: ExpressionBuilder<AnyRow, AnyRow>) => ExpressionWrapper<AnyRow, AnyRow, SqlBool>

/** A column of the primary key, and how it is parsed from a URL. */
interface KeyColumn {
  readonly name: string
  readonly read: ReadKey<number | string>
}

export const keyColumns = (
  names: readonly string[],
  readKey: ReadKeys<string>,
): readonly KeyColumn[] =>
  names.map((name) => {
    const read = typeof readKey === 'function' ? readKey : readKey[name]
    return { name, read: read ?? integerKey }
  })

/** The rows of a table as an item store. */
export function tableStore(of: StoredTable): TransactionalStore<AnyRow, AnyRow> {
  const { db, table, key: columns } = of
  const insert = rowInserter(db, table)
  const key = columns.map(({ name }) => name)
  /** Null when a part is missing: plugins might match every row without it. */
  const keyOf = (item: AnyRow): readonly unknown[] | null => {
    const row = of.sent(item)
    return key.every((name) => row[name] !== null && row[name] !== undefined)
      ? key.map((name) => row[name])
      : null
  }
  const hasKey =
    (values: readonly unknown[]): HasKey =>
    (eb) =>
      eb.and(
        // PostgreSQL would fail for a number beyond 32 bits, not just find none.
        values.map((value, index) =>
          eb(
            key[index] as string,
            '=',
            typeof value === 'number' ? eb.cast(eb.val(value), 'bigint') : value,
          ),
        ),
      )

  let isUnique = false
  const requireUnique = async () => {
    if (!isUnique) await requireUniqueKey(db, table, key, of.name)
    isUnique = true
  }

  /** For its own transactions, in which it locks the rows that it finds. */
  const locking = {}
  const select = () => {
    const query = db.selectFrom(table).selectAll()
    // SQLite has only one writer at a time. References to the row are not held up.
    return isLocking(db, locking) && !isSqlite(db) ? query.forNoKeyUpdate() : query
  }

  const find = async (values: readonly unknown[] | null) => {
    if (values === null) return null
    await requireUnique()
    return (await select().where(hasKey(values)).executeTakeFirst()) ?? null
  }

  /** A key that PostgreSQL cannot parse, such as an invalid UUID, belongs to no row. */
  const findSent = (values: readonly unknown[]) =>
    find(values).catch((error: unknown) => {
      if (/^22/.test(driverCode(error) ?? '')) return null
      throw error
    })

  /** Writes the values and reports constraint violations to the client. */
  const writing = async <Result>(
    { values, row }: Omit<RefusedWrite, 'table'>,
    write: (stored: AnyRow) => Promise<Result>,
  ): Promise<Result> => {
    const stored = await of.stored(values, row === undefined)
    return write(stored).catch(async (error: unknown) => {
      const sent = { values: of.sent(values), row: row && of.sent(row) }
      const violation = await constraintViolation(db, error, { table, ...sent })
      // A migration may have changed the columns. Not earlier: a failed transaction of PostgreSQL
      // could not read them.
      forgetColumns(db)
      throw violation ?? error
    })
  }

  return {
    items: of.items,

    ...(key.length > 1 && { key }),

    async find(...texts) {
      const values = columns.map(({ read }, index) => read(texts[index] ?? ''))
      return values.includes(null) ? null : findSent(values)
    },

    create: (values) => writing({ values }, insert),

    async update(item, values) {
      const found = keyOf(item)
      if (found === null || isEmpty(values)) return find(found)

      await requireUnique()
      const updated = await writing({ values, row: item }, (stored) =>
        db.updateTable(table).set(stored).where(hasKey(found)).returningAll().executeTakeFirst(),
      )
      return updated ?? null
    },

    async destroy(item) {
      const found = keyOf(item)
      if (found === null) return
      await requireUnique()
      const removed = db.deleteFrom(table).where(hasKey(found)).execute()
      // A client that removes a row sends no fields, so other rows must refer to it.
      await removed.catch((error: unknown) => {
        throw violationOf(error) === null ? error : refuseConflict({ cause: error })
      })
    },

    async meets(item, condition) {
      const found = keyOf(item)
      if (found === null) return false
      await requireUnique()
      const count = await of.only(item, hasKey(found)).where?.(condition).count()
      return count === 1
    },

    transaction: (work) => atomically(db, work, { locking }),
  }
}

/** Undefined values are not written, and SQL cannot write an empty set. */
const isEmpty = (values: object) => Object.values(values).every((value) => value === undefined)
