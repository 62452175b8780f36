import { type Condition, type ConditionValue, ConfigurationError } from 'turnpike'
import { UnreadableValue } from 'turnpike/kit'
import { type Codecs, type Encoder, encoded } from './codecs.ts'
import type { DrizzleColumn } from './entities.ts'
import type { SelectedField } from './queries/fields.ts'

/** The value of a condition as the column stores it. */
export type EncodeValue = (value: ConditionValue) => ConditionValue

/**
 * How a value is compared with a field; null if as it is. Seconds are compared with seconds, and a
 * column of the application's own type encodes the value. Such an encoding has to keep the order of
 * the values where a list is narrowed by `<` or the like.
 */
export function conditionEncoder(
  { name, source }: SelectedField,
  codecs: Codecs | undefined,
): EncodeValue | null {
  if (source === null) return null
  if (source.columnType === 'SQLiteTimestamp' && Reflect.get(source, 'mode') === 'timestamp')
    // With its fraction, because Drizzle would round it down.
    return (value) => (value instanceof Date ? value.getTime() / 1000 : value)
  if (!isCustom(source)) return null
  return (value) => storedValue(name, source, value, codecs)
}

/** Whether the application has made the type of the column, with `customType`. */
export const isCustom = ({ columnType }: DrizzleColumn): boolean => /CustomColumn$/.test(columnType)

function storedValue(
  field: string,
  column: object,
  value: ConditionValue,
  codecs: Codecs | undefined,
): ConditionValue {
  let stored: unknown
  try {
    stored = encoded(column as Encoder, value, codecs)
  } catch (error) {
    // A client has sent something that is no value of this type.
    throw new UnreadableValue(field, { cause: error })
  }
  if (isComparable(stored)) return stored
  throw new ConfigurationError(
    `A list is filtered by "${field}", whose type writes no text, number, boolean or date: filter by ` +
      'another field.',
  )
}

const isComparable = (value: unknown): value is ConditionValue =>
  value instanceof Date || /^(string|number|bigint|boolean)$/.test(typeof value)

/** The condition on one field, with its values as they are stored. */
export function withStoredValues(condition: Condition, encode: EncodeValue): Condition {
  if (!('operator' in condition)) return condition
  switch (condition.operator) {
    case '=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return { ...condition, value: encode(condition.value) }
    case 'in':
      return { ...condition, value: condition.value.map(encode) }
    default:
      return condition
  }
}
