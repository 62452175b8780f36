import type { ItemSet } from 'turnpike'
import type { TransactionalStore } from 'turnpike/kit'
import { atomically } from '../atomic.ts'
import type { AnyRow } from '../database.ts'
import { rowInserter } from '../statements/insert-row.ts'
import { forgetColumns } from '../tables/columns.ts'
import { constraintViolation, type RefusedWrite } from '../violations/constraint-violation.ts'
import { violationOf } from '../violations/driver-error.ts'
import { refuseConflict } from '../violations/refusals.ts'
import { type HasKey, KeyedRows, type KeyedTable } from './keyed-rows.ts'
import { isEmpty } from './storable.ts'

/** How the rows of one table are stored and found. */
export interface StoredTable extends KeyedTable {
  readonly items: ItemSet<AnyRow>
  /** The items with the key of this one: there is at most one. */
  only(item: AnyRow, hasKey: HasKey): ItemSet<AnyRow>
  /**
   * The values as they are written.
   *
   * @throws ValidationError for values that cannot be.
   */
  stored(values: AnyRow, isNew: boolean): Promise<AnyRow>
}

/** The rows of a table as an item store. */
export function tableStore(of: StoredTable): TransactionalStore<AnyRow, AnyRow> {
  const { db, table } = of
  const insert = rowInserter(db, table)
  const key = of.key.map(({ name }) => name)
  /** For its own transactions, in which it locks the rows that it finds. */
  const locking = {}
  const rows = new KeyedRows(of, locking)

  return {
    items: of.items,

    ...(key.length > 1 && { key }),

    find: (...texts) => rows.findText(texts),

    create: (values) => writeRow(of, { values }, insert),

    async update(item, values) {
      const found = await rows.keyOf(item)
      if (found === null) return null
      const write = (stored: AnyRow) =>
        db
          .updateTable(table)
          .set(stored)
          .where(rows.hasKey(found))
          .returningAll()
          .executeTakeFirst()
      const updated = isEmpty(values)
        ? await rows.find(found)
        : await writeRow(of, { values, row: item }, write)
      if (!updated) await rows.requireExact(item)
      return updated ?? null
    },

    async destroy(item) {
      const found = await rows.keyOf(item)
      if (found === null) return
      const removing = db.deleteFrom(table).where(rows.hasKey(found)).executeTakeFirst()
      // A client that removes a row sends no fields, so other rows must refer to it.
      const removed = await removing.catch((error: unknown) => {
        throw violationOf(error) === null ? error : refuseConflict({ cause: error })
      })
      if (removed.numDeletedRows === 0n) await rows.requireExact(item)
    },

    async meets(item, condition) {
      const found = await rows.keyOf(item)
      if (found === null) return false
      const count = await of.only(item, rows.hasKey(found)).where?.(condition).count()
      if (count !== 1) await rows.requireExact(item)
      return count === 1
    },

    transaction: (work) => atomically(db, work, { locking }),
  }
}

/** Writes the values and reports constraint violations to the client. */
async function writeRow<Result>(
  of: StoredTable,
  { values, row }: Omit<RefusedWrite, 'table'>,
  write: (stored: AnyRow) => Promise<Result>,
): Promise<Result> {
  const { db, table } = of
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
