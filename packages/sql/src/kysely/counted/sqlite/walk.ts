import { quotedName } from '../../tables/name.ts'
import type { CountedColumn, CountedDefinition } from '../definition.ts'
import { boundOf, listed, namesOf } from './names.ts'

interface Walk {
  /** The name of the range's row in the statement. */
  readonly range: string
  /** The columns to select of the row `row`. */
  readonly selected: string
  /** How many rows, as SQL. */
  readonly limit: string
  /** How many rows to skip before, as SQL. Default none. */
  readonly offset?: string
  /** Whether the range is in a table of the same name, not a row of a trigger. */
  readonly isTable?: boolean
}

/**
 * The first rows of an order from the lower bound of a range on, in order. Each part is a range of
 * the index: the rows equal to the bound but for the last column, then those equal but for two, and
 * so on. A comparison of row values would use the index for its first column alone.
 */
export function rowsFrom(
  definition: CountedDefinition,
  order: readonly CountedColumn[],
  { range, selected, limit, offset = '0', isTable = false }: Walk,
): string {
  const { table } = namesOf(definition)
  const sorted = listed(order.map(({ name }) => `row.${quotedName(name)}`))
  const parts = partsBeyond(order, range).map(
    ({ equal, conditions }) => `select * from (
      select ${selected} from ${isTable ? `${range} cross join ` : ''}${table} as row
      where ${[...equal, ...conditions].join(' and ')}
      order by ${sorted} limit ${offset} + ${limit})`,
  )
  return `select * from (${parts.join(' union all ')}) limit ${limit} offset ${offset}`
}

/** A part of the rows from the lower bound of a range on. */
interface Part {
  /** Conditions that the first columns are as in the bound. */
  readonly equal: readonly string[]
  /** Conditions on the column after them. */
  readonly conditions: readonly string[]
}

/** The parts, in the order of the rows. */
export function partsBeyond(order: readonly CountedColumn[], range: string): readonly Part[] {
  const parts: Part[] = []
  for (const [index, { name, isNullable }] of [...order.entries()].toReversed()) {
    const equal = order.slice(0, index).map((before, place) => {
      const operator = before.isNullable ? 'is' : '='
      return `row.${quotedName(before.name)} ${operator} ${boundOf(before, place, range)}`
    })
    const value = `row.${quotedName(name)}`
    const bound = boundOf({ isNullable }, index, range)
    const operator = index === order.length - 1 ? '>=' : '>'
    parts.push({ equal, conditions: [`${value} ${operator} ${bound}`] })
    if (isNullable) parts.push({ equal, conditions: [`${bound} is null`, `${value} is not null`] })
  }
  return parts
}
