import type { ExpressionBuilder, Insertable, Selectable } from 'kysely'
import { knownOptions } from '../../errors/known-options.ts'
import type { ItemStore } from '../../items/item-store.ts'
import { type ItemKey, keyFields } from '../../items/key.ts'
import { atomically } from '../atomic.ts'
import { defaultTextSearch, textSearchName } from '../conditions/full-text.ts'
import { type AnyDatabase, type AnyRow, type DatabaseOf, isSqlite } from '../database.ts'
import { driverCode } from '../outages.ts'
import { rowInserter } from '../statements/insert-row.ts'
import { columnsOf, forgetColumns } from '../tables/columns.ts'
import { requireUniqueKey } from '../tables/require-unique-key.ts'
import { joining } from '../transactions/joining.ts'
import { isLocking } from '../transactions/scope.ts'
import { constraintViolation, type RefusedWrite } from '../violations/constraint-violation.ts'
import { violationOf } from '../violations/driver-error.ts'
import { refuseConflict } from '../violations/refusals.ts'
import { kyselyItems } from './items.ts'
import { integerKey, type ReadKey } from './keys.ts'
import { storable } from './storable.ts'

export interface KyselyStoreOptions<Column extends string> {
  /** The column of the primary key, or its columns: `['note_id', 'tag_id']`. Default `id`. */
  key?: ItemKey<Column | 'id'>
  /**
   * Parses a key from a URL, or its columns by name: `{ code: textKey }`. Default `integerKey`;
   * there are also `textKey` and `uuidKey`.
   */
  readKey?: ReadKey<number | string> | Readonly<Partial<Record<Column, ReadKey<number | string>>>>
  /** The text search configuration of PostgreSQL, as for `kyselyItems`. Default `simple`. */
  textSearch?: string
}

const kyselyStoreOptions = knownOptions<KyselyStoreOptions<string>>('kyselyStore()', {
  key: 'optional',
  readKey: 'optional',
  textSearch: textSearchName,
})

/**
 * The rows of one table as an item store: `kyselyStore(db, 'note')`. The key is an integer unless
 * `readKey` is set: `kyselyStore(db, 'country', { key: 'code', readKey: textKey })`.
 *
 * A key that is not unique by the constraints of the table is rejected on first use. JSON columns
 * accept and return JSON values. Errors of the database, such as a second row with a unique value,
 * are reported as in `constraintViolation`.
 */
export function kyselyStore<Tables, Name extends keyof Tables & string>(
  db: DatabaseOf<Tables>,
  table: Name,
  options: KyselyStoreOptions<keyof Tables[Name] & string> = {},
): ItemStore<Selectable<Tables[Name]>, Insertable<Tables[Name]>> {
  kyselyStoreOptions.require(options)
  const { key = 'id', readKey = integerKey, textSearch = defaultTextSearch } = options
  const readers: Readonly<Record<string, ReadKey<number | string> | undefined>> =
    typeof readKey === 'function' ? {} : readKey
  const usual = typeof readKey === 'function' ? readKey : integerKey
  return tableStore(
    joining(db),
    table,
    keyFields(key).map((name) => ({ name, read: readers[name] ?? usual })),
    textSearch,
  )
}

/** A column of the primary key, and how it is parsed from a URL. */
interface KeyColumn {
  readonly name: string
  readonly read: ReadKey<number | string>
}

function tableStore(
  db: AnyDatabase,
  table: string,
  columns: readonly KeyColumn[],
  textSearch: string,
): ItemStore<AnyRow, AnyRow> {
  const insert = rowInserter(db, table)
  const key = columns.map(({ name }) => name)
  /** Null when a part is missing: plugins might match every row without it. */
  const keyOf = (row: AnyRow): readonly unknown[] | null =>
    key.every((name) => row[name] !== null && row[name] !== undefined)
      ? key.map((name) => row[name])
      : null
  const hasKey = (values: readonly unknown[]) => (eb: ExpressionBuilder<AnyRow, AnyRow>) =>
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
    if (!isUnique) await requireUniqueKey(db, table, key)
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
    const stored = storable(await columnsOf(db, table, Object.keys(values)), values)
    return write(stored).catch(async (error: unknown) => {
      const violation = await constraintViolation(db, error, { table, values, row })
      // A migration may have changed the columns. Not earlier: a failed transaction of PostgreSQL
      // could not read them.
      forgetColumns(db)
      throw violation ?? error
    })
  }

  return {
    items: kyselyItems(db, db.selectFrom(table).selectAll(), { key, textSearch }),

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
      const row = db.selectFrom(table).selectAll().where(hasKey(found))
      const items = kyselyItems(db, row, { key, textSearch })
      const count = await items.where?.(condition).count()
      return count === 1
    },

    transaction: (work) => atomically(db, work, { locking }),
  }
}

/** Undefined values are not written, and SQL cannot write an empty set. */
const isEmpty = (values: object) => Object.values(values).every((value) => value === undefined)
