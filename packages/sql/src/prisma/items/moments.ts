import { isoText, withMicroseconds } from 'turnpike/kit'
import type { AnyRow } from '../../kysely/database.ts'
import type { Model, ModelColumn } from '../models/model.ts'

/** The columns whose values Prisma reads as a `Date`, of which it cuts the microseconds. */
export const momentColumns = ({ columns }: Model): readonly ModelColumn[] =>
  columns.filter(({ type, isEnum }) => type === 'DateTime' && !isEnum)

/** Adds to the moments of an item the microseconds that the row of the database has. */
export function addMicroseconds(item: AnyRow, row: AnyRow, columns: readonly ModelColumn[]): void {
  for (const { field, column } of columns) {
    const moment: unknown = item[field]
    if (!(moment instanceof Date)) continue
    const digits = digitsOf(row[column], moment.getTime())
    if (digits !== null) withMicroseconds(moment, digits)
  }
}

/** Null if the row has another moment, or no microseconds. */
function digitsOf(stored: unknown, time: number): string | null {
  const text = stored instanceof Date ? isoText(stored) : stored
  if (typeof text !== 'string') return null
  const digits = /\.\d{3}(\d{1,3})/.exec(text)?.[1]
  // SQLite stores any text, of which `Date` reads the milliseconds.
  return digits !== undefined && Date.parse(text) === time ? digits.padEnd(3, '0') : null
}
