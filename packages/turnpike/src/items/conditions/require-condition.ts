import { ConfigurationError } from '../../errors/configuration-error.ts'
import type { Condition } from './condition.ts'

/**
 * Checks a condition against the fields that a list has.
 *
 * @param what whose condition it is, at the beginning of a message.
 * @param remedyForValue what to do about a value that is missing, after a space. Default nothing.
 * @throws ConfigurationError when it is not a condition. A value that is missing could otherwise
 *   turn into one that every item meets.
 */
export function requireCondition(
  given: unknown,
  what: string,
  remedyForValue: () => string = () => '',
): asserts given is Condition {
  const fault = faultOf(given)
  if (fault === null) return
  const remedy = fault.includes(noValue) ? remedyForValue() : ''
  throw new ConfigurationError(`${what} ${fault}${remedy}`)
}

/** The fault of the condition, as the end of a sentence. Null if there is none. */
function faultOf(given: unknown): string | null {
  if (typeof given !== 'object' || given === null) {
    return `must be a condition such as { field: 'owner', operator: '=', value: 7 }, not ${shown(given)}.`
  }
  const { all, any, not, field, operator, value } = given as Record<string, unknown>
  for (const parts of [all, any]) {
    if (Array.isArray(parts)) return parts.map(faultOf).find((fault) => fault !== null) ?? null
  }
  if (not !== undefined) return faultOf(not)
  if (typeof field !== 'string') {
    return 'must be a condition: an object with field and operator, all, any, or not.'
  }
  if (operator === 'null') return null
  if (operator === 'in') {
    return Array.isArray(value) ? faultOfValues(field, value) : `needs a list for ${field}.`
  }
  if (textOperators.has(operator)) {
    return typeof value === 'string' ? null : `needs a text for ${field}, not ${shown(value)}.`
  }
  if (!valueOperators.has(operator)) return `has the unknown operator ${shown(operator)}.`
  return faultOfValues(field, [value])
}

const textOperators = new Set<unknown>(['contains', 'startsWith', 'equalsText', 'fullText'])
const valueOperators = new Set<unknown>(['=', '<', '<=', '>', '>='])

function faultOfValues(field: string, values: readonly unknown[]): string | null {
  const wrong = values.find((value) => !isValue(value))
  return values.every(isValue) ? null : `${noValue} ${field} with: ${shown(wrong)}.`
}

const noValue = 'has no value to compare'

const isValue = (value: unknown): boolean =>
  ['string', 'bigint', 'boolean'].includes(typeof value) ||
  (typeof value === 'number' && !Number.isNaN(value)) ||
  (value instanceof Date && !Number.isNaN(value.getTime()))

const shown = (value: unknown): string =>
  typeof value === 'function' ? 'a function' : String(JSON.stringify(value) ?? value)
