/** Positions in an order, for cursors. */
import type { Ordering } from 'turnpike'
import { orderingTerm, type Position } from 'turnpike/kit'
import { allOf, anyOf, type Sql, sql } from '../sql.ts'
import { column, type Row, type Table } from './columns.ts'

/** Where a row stands: the values of the fields of the ordering. */
export const positionOf = (row: Row, ordering: Ordering): Position =>
  ordering.map((name) => {
    const value = row[orderingTerm(name).field]
    return value === null ? null : JSON.stringify(value)
  })

/** The opposite direction. */
export const reversed = (ordering: Ordering): Ordering =>
  ordering.map((name) => (name.startsWith('-') ? name.slice(1) : `-${name}`))

/**
 * The rows behind the position: equal to it in the first fields, and behind it in the next one.
 *
 * @param includesIt true: and the row at the position.
 */
export function behind(
  table: Table,
  ordering: Ordering,
  position: Position,
  includesIt: boolean,
): Sql {
  const terms = ordering.map((name, index) => {
    const { field, descending } = orderingTerm(name)
    return { name: column(table, field), descending, value: boundValue(position[index] ?? null) }
  })
  const equal = terms.map(({ name, value }) => sql(`${name} is ?`, value))
  const ways = terms.map((term, index) => allOf([...equal.slice(0, index), beyond(term)]))
  return anyOf(includesIt ? [...ways, allOf(equal)] : ways)
}

/** A null is smaller than every value. */
function beyond({ name, descending, value }: Term): Sql {
  if (value === null) return sql(descending ? '0' : `${name} is not null`)
  return descending ? sql(`(${name} < ? or ${name} is null)`, value) : sql(`${name} > ?`, value)
}

interface Term {
  readonly name: string
  readonly descending: boolean
  readonly value: string | number | null
}

/** Cursors are signed: the text is one of `positionOf`. */
function boundValue(text: string | null): string | number | null {
  const value: unknown = text === null ? null : JSON.parse(text)
  return typeof value === 'boolean' ? Number(value) : (value as string | number | null)
}
