import type { Condition } from '../items/conditions/condition.ts'
import type { ReadValue, Span, ValueReader } from '../items/conditions/value-reader.ts'

export type Comparison = '=' | '<' | '<=' | '>' | '>='

/** The field compared with the value. A day is `<=` if the field is at most the end of it. */
export function compared(
  field: string,
  operator: Comparison,
  value: ReadValue,
  { kind }: Pick<ValueReader, 'kind'>,
): Condition {
  if (!isSpan(value)) return { field, operator, value }
  return kind === 'date'
    ? comparedDates(field, operator, value)
    : comparedSpan(field, operator, value)
}

const isSpan = (value: ReadValue): value is Span => typeof value === 'object' && 'from' in value

function comparedSpan(field: string, operator: Comparison, { from, until }: Span): Condition {
  const notBefore: Condition = { field, operator: '>=', value: from }
  const notAfter: Condition =
    until === null ? { not: { field, operator: 'null' } } : { field, operator: '<', value: until }
  switch (operator) {
    case '=':
      return { all: [notBefore, notAfter] }
    case '>=':
      return notBefore
    case '<=':
      return notAfter
    case '<':
      return { field, operator: '<', value: from }
    case '>':
      return until === null ? { any: [] } : { field, operator: '>=', value: until }
  }
}

/** Dates without a time are texts: `2024-05-01`. */
function comparedDates(field: string, operator: Comparison, { from, until }: Span): Condition {
  const first = dateText(from)
  const last = until === null ? '9999-12-31' : dateText(new Date(until.getTime() - 1))
  switch (operator) {
    case '=':
      return {
        all: [
          { field, operator: '>=', value: first },
          { field, operator: '<=', value: last },
        ],
      }
    case '>=':
    case '<':
      return { field, operator, value: first }
    case '<=':
    case '>':
      return { field, operator, value: last }
  }
}

const dateText = (date: Date): string => date.toISOString().slice(0, 10)
