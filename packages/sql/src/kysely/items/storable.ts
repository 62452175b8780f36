import { jsonText } from 'turnpike/kit'
import type { AnyRow } from '../database.ts'
import type { Column } from '../tables/columns.ts'
import { refuseFields } from '../violations/refusals.ts'

/**
 * The values to write: JSON as text, all others unchanged.
 *
 * @throws ValidationError for an object or a list that the column cannot store. PostgreSQL would
 *   store the text `{"a"}` for the list `['a']`.
 */
export function storable(columns: readonly Column[], values: AnyRow): AnyRow {
  const byField = new Map(columns.map((column) => [column.field, column]))
  const entries = Object.entries<unknown>(values)
  const unfit = entries.filter(([field, value]) => !fits(byField.get(field), value))
  if (unfit.length > 0)
    throw refuseFields(
      'unfit',
      unfit.map(([field]) => field),
    )

  return Object.fromEntries(
    entries.map(([field, value]) => [field, written(byField.get(field), value)]),
  )
}

/** Undefined values are not written, and SQL cannot write an empty set. */
export const isEmpty = (values: object): boolean =>
  Object.values(values).every((value) => value === undefined)

const written = (column: Column | undefined, value: unknown): unknown =>
  column?.isJson && isValue(value) ? jsonText(value) : value

function fits(column: Column | undefined, value: unknown): boolean {
  if (column === undefined || column.isJson) return true
  return Array.isArray(value) ? column.isList : !isPlainObject(value)
}

/** Neither null nor an expression, which is part of the statement. */
const isValue = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  typeof value !== 'function' &&
  !(typeof value === 'object' && 'toOperationNode' in value)

function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
