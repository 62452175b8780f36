import type { JsonSchema } from '../../validation/index.ts'
import { choicesOf } from '../../validation/json-schema-parts.ts'

/** The names that Django REST framework gives to kinds of fields. `field`: any value. */
export type FieldType =
  | 'field'
  | 'boolean'
  | 'string'
  | 'url'
  | 'email'
  | 'regex'
  | 'integer'
  | 'float'
  | 'decimal'
  | 'date'
  | 'datetime'
  | 'time'
  | 'choice'
  | 'file upload'
  | 'list'
  | 'nested object'

/** The type of a field with this schema, without null. */
export function typeOf(schema: JsonSchema): FieldType {
  if (choicesOf(schema) !== null) return 'choice'
  if (isBigInteger(schema)) return 'integer'
  switch (schema.type) {
    case 'boolean':
    case 'integer':
      return schema.type
    case 'number':
      return 'float'
    case 'array':
      return 'list'
    case 'object':
      return 'nested object'
    case 'string':
      return typeOfText(schema)
    default:
      return 'field'
  }
}

const textTypes: ReadonlyMap<string, FieldType> = new Map([
  ['email', 'email'],
  ['uri', 'url'],
  ['decimal', 'decimal'],
  ['date', 'date'],
  ['date-time', 'datetime'],
  ['time', 'time'],
  ['binary', 'file upload'],
])

function typeOfText({ format, pattern }: JsonSchema): FieldType {
  if (format !== undefined) return textTypes.get(format) ?? 'string'
  return pattern === undefined ? 'string' : 'regex'
}

/** An integer that is a text where a number would be rounded: `bigIntegerField()`, `z.bigint()`. */
function isBigInteger({ type, anyOf }: JsonSchema): boolean {
  const types = anyOf?.map((option) => option.type) ?? [type].flat()
  return types.length === 2 && types[0] === 'integer' && types[1] === 'string'
}

/** Its limits, under the names that Django REST framework gives them. */
export function limitsOf(schema: JsonSchema) {
  const { type, minItems, maxItems, minLength, maxLength, minimum, maximum } = schema
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema
  const isInteger = type === 'integer'
  const least = minimum ?? (isInteger && typeof above === 'number' ? above + 1 : undefined)
  const most = maximum ?? (isInteger && typeof below === 'number' ? below - 1 : undefined)
  // A least length of 1 is a text that may not be blank, as most texts.
  const shortest = minItems ?? (minLength === 1 ? undefined : minLength)
  const longest = maxItems ?? maxLength
  return {
    ...(shortest !== undefined && { min_length: shortest }),
    ...(longest !== undefined && { max_length: longest }),
    ...(isLimit(least) && { min_value: least }),
    ...(isLimit(most) && { max_value: most }),
  }
}

/** JavaScript's safe integers are the limits of every integer. */
const isLimit = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER
