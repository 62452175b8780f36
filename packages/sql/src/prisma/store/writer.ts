import type { AnyRow } from '../../kysely/database.ts'
import { forgetColumns } from '../../kysely/tables/columns.ts'
import {
  constraintViolation,
  type RefusedWrite,
} from '../../kysely/violations/constraint-violation.ts'
import type { PrismaList } from '../items/list.ts'
import { originalError, outageOr } from '../items/prisma-errors.ts'
import { withFieldNames } from './field-names.ts'
import { refusedByPrisma, requireFit } from './invalid-values.ts'
import { missingValue } from './missing-values.ts'

/** Writes through Prisma. */
export interface Writer {
  /**
   * @throws ValidationError or Conflict for values that Prisma or the database rejects.
   */
  write<Result>(
    written: Omit<RefusedWrite, 'table'>,
    work: () => PromiseLike<Result>,
  ): Promise<Result>
  /** Prisma's `where` for the row of an item. */
  uniqueWhere(item: AnyRow): object
}

/** @param keyName Prisma's name of a composite key. */
export function writer({ model, keys, where, current }: PrismaList, keyName?: string): Writer {
  const fields = keys.map(({ field }) => field)

  return {
    async write({ values, row }, work) {
      requireFit(model, values)
      try {
        return await work()
      } catch (error) {
        const refusal = refusedByPrisma(model, error)
        if (refusal !== null) throw refusal
        const { db, table } = await current()
        const isNew = row === undefined
        const missing = await missingValue({ db, table }, model, { values, isNew }, error)
        if (missing !== null) throw missing
        const named = withFieldNames(db, model)
        const write = { table, values, row }
        const violation = await constraintViolation(named, originalError(error), write)
        // A migration may have changed the columns. Not earlier: a failed transaction of PostgreSQL
        // could not read them.
        forgetColumns(db)
        throw violation ?? outageOr(error)
      }
    },

    uniqueWhere(item) {
      const [field, ...others] = fields as [string]
      const values = Object.fromEntries(fields.map((name) => [name, item[name]]))
      const unique =
        others.length === 0 ? { [field]: item[field] } : { [keyName ?? fields.join('_')]: values }
      return where === undefined ? unique : { ...unique, AND: [where] }
    },
  }
}
