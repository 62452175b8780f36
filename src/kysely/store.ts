import type { ExpressionBuilder, Insertable, Selectable } from 'kysely'
import type { ItemStore } from '../items/item-store.ts'
import type { AnyDatabase, AnyRow, DatabaseOf } from './database.ts'
import { rowInserter } from './insert-row.ts'
import { kyselyItems } from './items.ts'
import { integerKey, type ReadKey } from './keys.ts'
import { driverCode } from './outages.ts'
import { columnsOf, forgetColumns } from './tables/columns.ts'
import { storable } from './tables/storable.ts'
import { constraintViolation, type RefusedWrite } from './violations/constraint-violation.ts'

export interface KyselyStoreOptions<Column extends string> {
  /** The column of the primary key. Default `id`. */
  key?: Column | 'id'
  /** Reads a key from a URL. Default `integerKey`; there are `textKey` and `uuidKey` too. */
  readKey?: ReadKey<number | string>
}

/**
 * The rows of one table as an item store: `kyselyStore(db, 'note')`. The key is an integer unless
 * `readKey` says otherwise: `kyselyStore(db, 'country', { key: 'code', readKey: textKey })`.
 *
 * JSON columns take and give JSON values. What the database refuses, such as a second row with a
 * unique value, is answered as `constraintViolation` says.
 */
export function kyselyStore<Tables, Name extends keyof Tables & string>(
  db: DatabaseOf<Tables>,
  table: Name,
  { key = 'id', readKey = integerKey }: KyselyStoreOptions<keyof Tables[Name] & string> = {},
): ItemStore<Selectable<Tables[Name]>, Insertable<Tables[Name]>> {
  return tableStore(db, table, key, readKey)
}

function tableStore(
  db: AnyDatabase,
  table: string,
  key: string,
  readKey: ReadKey<number | string>,
): ItemStore<AnyRow, AnyRow> {
  const insert = rowInserter(db, table)
  const hasKey = (value: unknown) => (eb: ExpressionBuilder<AnyRow, AnyRow>) =>
    // PostgreSQL would refuse a number beyond 32 bits for a column of 32 bits, not just find none.
    eb(key, '=', typeof value === 'number' ? eb.cast(eb.val(value), 'bigint') : value)

  const find = async (value: unknown) =>
    (await db.selectFrom(table).selectAll().where(hasKey(value)).executeTakeFirst()) ?? null

  /** A text that PostgreSQL cannot read as a key, such as one that is no UUID, is nobody's. */
  const findSent = (value: unknown) =>
    find(value).catch((error: unknown) => {
      if (/^22/.test(driverCode(error) ?? '')) return null
      throw error
    })

  /** The values as they are written; what the database refuses of them is for the client. */
  const writing = async <Result>(
    { values, row }: Omit<RefusedWrite, 'table'>,
    write: (stored: AnyRow) => Promise<Result>,
  ): Promise<Result> => {
    const stored = storable(await columnsOf(db, table), values)
    return write(stored).catch(async (error: unknown) => {
      // A migration may have changed the columns.
      forgetColumns(db)
      throw (await constraintViolation(db, error, { table, values, row })) ?? error
    })
  }

  return {
    items: kyselyItems(db, db.selectFrom(table).selectAll(), { key }),

    async find(text) {
      const value = readKey(text)
      return value === null ? null : findSent(value)
    },

    create: (values) => writing({ values }, insert),

    async update(item, values) {
      if (isEmpty(values)) return find(item[key])

      const updated = await writing({ values, row: item }, (stored) =>
        db
          .updateTable(table)
          .set(stored)
          .where(hasKey(item[key]))
          .returningAll()
          .executeTakeFirst(),
      )
      return updated ?? null
    },

    async destroy(item) {
      const removed = db.deleteFrom(table).where(hasKey(item[key])).execute()
      await removed.catch(async (error: unknown) => {
        throw (await constraintViolation(db, error)) ?? error
      })
    },
  }
}

/** Undefined values are not written, and to write none at all is no SQL. */
const isEmpty = (values: object) => Object.values(values).every((value) => value === undefined)
