import { quotedName } from '../../tables/name.ts'
import type { CountedColumn, CountedDefinition } from '../definition.ts'

/** A string in SQL. */
export const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** The quoted names of a counted table and of its counters. */
export function namesOf({ table }: Pick<CountedDefinition, 'table'>) {
  const part = (name: string) => quotedName(`${prefix}${table}_${name}`)
  return {
    table: quotedName(table),
    total: part('total'),
    group: (index: number) => part(`by_${index + 1}`),
    order: (index: number) => part(`order_${index + 1}`),
    uneven: (index: number) => part(`order_${index + 1}_uneven`),
    /** The counted columns of each row, as they were counted. */
    copy: part('copy'),
    /** A view to which the keys of changed rows are written. */
    changed: part('changed'),
    /** The rows that the current statement may replace without firing their delete trigger. */
    replaced: part('replaced'),
    trigger: (name: string) => part(name),
  }
}

/** Prefix of every counter's name. */
export const prefix = 'turnpike_counted_'

/** The levels of ranges: the lowest one counts rows, each other one sums the one below. */
export const levels = [1, 2, 3] as const

/** Maximum rows of a range of the level, before it is split. */
export const maxRows = ({ sizes }: CountedDefinition, level: number): number =>
  sizes.rows * sizes.ranges ** (level - 1)

/** A column of the ranges of an order, and its value for a row. */
export interface KeyPart {
  readonly name: string
  readonly type: string
  readonly collation: string | null
  /** The value for the row `row`: the name of a table in a statement, `new` or `old`. */
  of(row: string): string
  /** The value before all others. */
  readonly least: string
}

/**
 * The columns by which ranges are sorted. A column that may be null has a column before it that is
 * 0 for null, because row values with nulls cannot be compared.
 */
export function keyParts(order: readonly CountedColumn[]): KeyPart[] {
  return order.flatMap(({ name, type, collation, isNullable }, index) => {
    const least = leastOf(type)
    // SQLite compares row values by an index only if the other side has no affinity.
    const value = (row: string) => `+${row}.${quotedName(name)}`
    const part = { name: `k${index + 1}`, type, collation, least }
    if (!isNullable) return [{ ...part, of: value }]
    const flag = {
      name: `f${index + 1}`,
      type: 'integer',
      collation: null,
      of: (row: string) => `(${value(row)} is not null)`,
      least: '0',
    }
    // An expression has no collation of its own.
    const compared = collation === null ? '' : ` collate ${collation}`
    return [flag, { ...part, of: (row: string) => `ifnull(${value(row)}, ${least})${compared}` }]
  })
}

/** Numbers come before texts, and texts before bytes. A text column has no numbers. */
const leastOf = (type: string): string => (type === 'text' ? "''" : '-9e999')

/** The value of the order's column at `index` at the lower bound of the range `row`. */
export const boundOf = (
  { isNullable }: Pick<CountedColumn, 'isNullable'>,
  index: number,
  row: string,
): string =>
  isNullable ? `iif(${row}.f${index + 1}, ${row}.k${index + 1}, null)` : `+${row}.k${index + 1}`

export const listed = (parts: readonly string[]): string => parts.join(', ')
