import { ConfigurationError } from '../../errors/configuration-error.ts'
import { fieldOf } from '../compare.ts'
import type { Condition, ConditionValue, FieldCondition } from './condition.ts'

/**
 * Whether the item meets the condition, decided in memory.
 *
 * @throws ConfigurationError for `fullText`, which only a database has.
 */
export function meets(item: object, condition: Condition): boolean {
  if ('all' in condition) return condition.all.every((part) => meets(item, part))
  if ('any' in condition) return condition.any.some((part) => meets(item, part))
  if ('not' in condition) return !meets(item, condition.not)
  return meetsField(fieldOf(item, condition.field), condition)
}

function meetsField(found: unknown, condition: FieldCondition): boolean {
  if (condition.operator === 'null') return found === null
  if (found === null) return false

  switch (condition.operator) {
    case 'in':
      return condition.value.some((value) => difference(found, value) === 0)
    case '=':
      return difference(found, condition.value) === 0
    case '<':
      return difference(found, condition.value) < 0
    case '<=':
      return difference(found, condition.value) <= 0
    case '>':
      return difference(found, condition.value) > 0
    case '>=':
      return difference(found, condition.value) >= 0
    case 'contains':
      return folded(found).includes(folded(condition.value))
    case 'startsWith':
      return folded(found).startsWith(folded(condition.value))
    case 'equalsText':
      return folded(found) === folded(condition.value)
    case 'fullText':
      throw noFullText(condition.field)
  }
}

export const noFullText = (field: string): ConfigurationError =>
  new ConfigurationError(
    `Items in memory have no full text search for the field "${field}": search it without the @.`,
  )

/** Negative when what was found is smaller. NaN, which meets nothing, when they do not compare. */
function difference(found: unknown, value: ConditionValue): number {
  const [left, right] =
    value instanceof Date
      ? [moment(found), value.getTime()]
      : [inNumbers(found, value), inNumbers(value, found)]
  if (typeof left !== typeof right && !(isNumeric(left) && isNumeric(right))) return Number.NaN
  const [one, other] = [left as number, right as number]
  if (one > other) return 1
  if (one < other) return -1
  return Number.isNaN(one) || Number.isNaN(other) ? Number.NaN : 0
}

/**
 * A text, or true or false, as its number, to compare it with one like a database does: decimals
 * and large integers are sent as texts, and SQLite stores true as 1. Otherwise a `not` would let
 * through what a list hides.
 */
function inNumbers(value: unknown, other: unknown): unknown {
  if (!isNumeric(other)) return value
  if (typeof value === 'boolean') return Number(value)
  if (typeof value !== 'string') return value
  if (/^-?\d{1,40}$/.test(value)) return BigInt(value)
  return /^-?\d{1,40}\.\d{1,40}$/.test(value) ? Number(value) : value
}

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'bigint'

/** Milliseconds since 1970 of a date, of its ISO 8601 text, or of a number of these. */
const moment = (value: unknown): number =>
  value instanceof Date
    ? value.getTime()
    : typeof value === 'string'
      ? Date.parse(value)
      : Number(value)

const folded = (value: unknown): string => String(value).toLowerCase()
