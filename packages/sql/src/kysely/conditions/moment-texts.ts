import type { Condition, ConditionValue, FieldCondition } from 'turnpike'
import { isoText } from 'turnpike/kit'

/**
 * The condition on a column of texts in ISO 8601 and UTC, if it compares moments. Null if it does
 * not.
 *
 * Such texts are not in the order of their moments: `10:00:00Z` is after `10:00:00.500Z` and the
 * texts of `CURRENT_TIMESTAMP`, with a space, are before those with a `T`. So the forms of the same
 * second and the same day are compared by themselves.
 */
export function asMomentTexts(condition: FieldCondition): Condition | null {
  const { field } = condition
  if (condition.operator === 'in') {
    if (!condition.value.some(isDate)) return null
    const texts = condition.value.flatMap((value) => (isDate(value) ? formsOf(value) : [value]))
    return { field, operator: 'in', value: texts }
  }
  if (!('value' in condition) || !isDate(condition.value)) return null
  const moment = condition.value
  const same: Condition = { field, operator: 'in', value: formsOf(moment) }
  switch (condition.operator) {
    case '=':
      return same
    case '<':
      return before(field, moment)
    case '<=':
      return { any: [before(field, moment), same] }
    case '>=':
      return from(field, moment)
    case '>':
      return { all: [from(field, moment), { not: same }] }
    default:
      return null
  }
}

const isDate = (value: ConditionValue): value is Date =>
  value instanceof Date && !Number.isNaN(value.getTime())

function before(field: string, moment: Date): Condition {
  const { start, startInSql, afterDayInSql, shortened } = partsOf(moment)
  const later: Condition = {
    all: [
      { field, operator: '>=', value: startInSql },
      { field, operator: '<', value: afterDayInSql },
    ],
  }
  const earlier: Condition = { all: [{ field, operator: '<', value: start }, { not: later }] }
  return shortened.length === 0
    ? earlier
    : { any: [earlier, { field, operator: 'in', value: shortened }] }
}

const from = (field: string, moment: Date): Condition => ({
  all: [{ not: before(field, moment) }, { not: { field, operator: 'null' } }],
})

interface Parts {
  /** Texts with a `T` are less than it if their moment is earlier, but for `shortened`. */
  readonly start: string
  /** The same for texts with a space in its place, as SQL writes them: less than any `T`. */
  readonly startInSql: string
  /** Greater than the texts of its day with a space, less than the others of the day. */
  readonly afterDayInSql: string
  /**
   * The moment with fewer digits, as `10:00:00Z` and `10:00:00.5Z` of `10:00:00.51`: earlier, but
   * `Z` is greater than a point and digits. Empty for a moment without a fraction.
   */
  readonly shortened: readonly string[]
}

function partsOf(moment: Date): Parts {
  const { second, fraction } = written(moment)
  const start = fraction === '' ? second : `${second}.${fraction}`
  const shortened = Array.from(fraction, (_, digits) =>
    digits === 0 ? `${second}Z` : `${second}.${fraction.slice(0, digits)}Z`,
  )
  return {
    start,
    startInSql: inSql(start),
    afterDayInSql: `${second.slice(0, 10)}!`,
    shortened: [...shortened, ...shortened.map(inSql)],
  }
}

/** The texts of the moment: with 0, 3 and 6 digits, or as many as it needs. */
function formsOf(moment: Date): string[] {
  const { second, fraction } = written(moment)
  const fractions = new Set([fraction, fraction.padEnd(3, '0'), fraction.padEnd(6, '0')])
  const texts = [...fractions].flatMap((digits) =>
    zones.map((zone) => second + (digits === '' ? '' : `.${digits}`) + zone),
  )
  return [...texts, ...texts.map(inSql)]
}

const zones = ['Z', '+00:00', '']

/** `2025-01-31T10:00:00Z` → `2025-01-31 10:00:00Z` */
const inSql = (text: string): string => text.replace('T', ' ')

/** `2025-01-31T10:00:00` and the digits of the fraction, without zeros at the end. */
function written(moment: Date): { second: string; fraction: string } {
  const [second = '', fraction = ''] = isoText(moment).slice(0, -1).split('.')
  return { second, fraction: fraction.replace(/0+$/, '') }
}
