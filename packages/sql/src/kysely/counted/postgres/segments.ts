import type { OrderField } from './layout.ts'

/** A part of the rows beyond a key, which one range of an index holds. */
export interface Segment {
  /** On the key: whether there is such a part. */
  readonly guard: string
  /** On the rows. */
  readonly condition: string
}

export interface SegmentsOptions {
  /** The variable with the key. */
  readonly key: string
  readonly backward: boolean
  /** Whether the row at the key itself belongs to them. */
  readonly inclusive: boolean
  /** How a field is written for a row. Default: as the column of the table. */
  readonly term?: (field: OrderField) => string
}

/**
 * The rows from a key on, nearest first. Without nulls that is one comparison of rows. With nulls,
 * which compare as unknown, it is several: `created = x and id >= y`, `created > x`, `created is
 * null`.
 */
export function segmentsFrom(fields: readonly OrderField[], options: SegmentsOptions): Segment[] {
  const { key, backward, inclusive, term = ({ column }) => column } = options
  const value = ({ part }: OrderField) => `${key}.${part}`
  const compare = (compared: readonly OrderField[], isLast: boolean) => {
    const operator = `${backward ? '<' : '>'}${inclusive && isLast ? '=' : ''}`
    return `(${compared.map(term).join(', ')}) ${operator} (${compared.map(value).join(', ')})`
  }
  const segments: Segment[] = []

  for (const { start, end } of blocksOf(fields).toReversed()) {
    const isLast = end === fields.length
    const [head, ...rest] = fields.slice(start, end) as [OrderField, ...OrderField[]]
    for (const { guards, conditions } of prefixes(fields.slice(0, start), value, term)) {
      const add = (guard: string[], condition: string) =>
        segments.push({
          guard: [...guards, ...guard].join(' and ') || 'true',
          condition: [...conditions, condition].join(' and '),
        })
      if (!head.nullable) {
        add([], compare([head, ...rest], isLast))
        continue
      }
      const known = [`${value(head)} is not null`]
      const unknown = [`${value(head)} is null`]
      add(known, compare([head, ...rest], isLast))
      if (!backward) add(known, `${term(head)} is null`)
      if (rest.length > 0) add(unknown, `${term(head)} is null and ${compare(rest, isLast)}`)
      if (backward) add(unknown, `${term(head)} is not null`)
    }
  }
  return segments
}

/** A row comparison may start with a nullable column, but not go on to one. */
function blocksOf(fields: readonly OrderField[]) {
  const starts = fields.flatMap(({ nullable }, index) => (index === 0 || nullable ? [index] : []))
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? fields.length }))
}

interface Prefix {
  readonly guards: readonly string[]
  readonly conditions: readonly string[]
}

/** All rows with the same first fields as the key: equal values, or both null. */
function prefixes(
  fields: readonly OrderField[],
  value: (field: OrderField) => string,
  term: (field: OrderField) => string,
): Prefix[] {
  let all: Prefix[] = [{ guards: [], conditions: [] }]
  for (const field of fields) {
    all = all.flatMap(({ guards, conditions }) => {
      const equal = { guards, conditions: [...conditions, `${term(field)} = ${value(field)}`] }
      if (!field.nullable) return [equal]
      return [
        { ...equal, guards: [...guards, `${value(field)} is not null`] },
        {
          guards: [...guards, `${value(field)} is null`],
          conditions: [...conditions, `${term(field)} is null`],
        },
      ]
    })
  }
  return all
}
