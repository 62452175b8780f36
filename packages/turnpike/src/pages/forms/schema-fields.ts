import type { Schema } from '../../http/schema.ts'
import type { JsonSchema } from '../../validation/index.ts'
import { choicesOf, labelOf, withoutNull } from '../../validation/json-schema-parts.ts'
import { countText, type InLanguage, translateFor } from '../translate.ts'
import type { Field, FieldKind } from './fields.ts'
import { formSchemaOf } from './form-schema.ts'

/** The form fields of a schema. */
export interface SchemaFields {
  readonly fields: readonly Field[]
  /** Labels of the properties that no form field can hold, such as objects. */
  readonly unsupported: readonly string[]
}

/** The language of the service's own texts. */
const english: InLanguage = { translator: null, language: 'en' }

/**
 * A field for each property of an object schema. Null when a form cannot send what the schema
 * accepts: it is not an object schema of zod, or it requires a property that no form field can
 * hold.
 *
 * @param request its language is that of the texts. Default English.
 */
export function schemaFields(schema: Schema, request: InLanguage = english): SchemaFields | null {
  const form = formSchemaOf(schema)
  if (form === null) return null

  const { properties, required } = form
  const fields: Field[] = []
  const unsupported: string[] = []
  for (const [name, property] of properties) {
    const field = formField(name, property, required.has(name), request)
    if (field !== null) fields.push(field)
    else if (required.has(name)) return null
    else unsupported.push(name)
  }
  return { fields, unsupported }
}

function formField(
  name: string,
  property: JsonSchema | boolean,
  isRequired: boolean,
  request: InLanguage,
): Field | null {
  if (typeof property === 'boolean') return null
  const schema = withoutNull(property)
  const isYesNoOrNull = schema.type === 'boolean' && allowsNull(property)
  const kind = isYesNoOrNull ? 'choice' : kindOf(schema)
  if (kind === null) return null

  const { title, description, maxLength } = schema
  // A checkbox has two states; a boolean that may be null is a choice.
  const choices = isYesNoOrNull
    ? ['true', 'false']
    : textsOf(choicesOf(kind === 'list' ? schema.items : schema))
  const preset = property.default
  return {
    name,
    label: typeof title === 'string' ? title : labelOf(name),
    kind,
    // The empty choice is null.
    isRequired: isRequired && !isYesNoOrNull,
    ...(choices !== null && { choices }),
    ...(maxLength !== undefined && { maxLength }),
    ...(preset !== undefined && { value: fieldValue(preset) }),
    help: typeof description === 'string' ? description : helpOf(schema, request),
    prompt: translateFor(request)('Choose…'),
  }
}

/** A JSON value as the text, or the chosen options, of a field. */
export function fieldValue(value: unknown): string | string[] {
  if (Array.isArray(value)) return value.map(String)
  return value === null || value === undefined ? '' : String(value)
}

/** Strings that may be longer get several lines. */
const longText = 300

function kindOf(schema: JsonSchema): FieldKind | null {
  if (choicesOf(schema) !== null) return 'choice'
  switch (schema.type) {
    case 'boolean':
      return 'checkbox'
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return choicesOf(schema.items) === null ? null : 'list'
    case 'string':
      if (schema.format === 'email' || schema.format === 'password') return schema.format
      if (schema.format === 'date') return 'date'
      if (schema.format === 'date-time') return isLocal(schema) ? 'text' : 'datetime-local'
      if (schema.format !== undefined) return 'text'
      return (schema.maxLength ?? 0) > longText ? 'long' : 'text'
    default:
      // A type that JSON Schema cannot express is converted from a string, as by z.coerce.
      return schema.type === undefined && schema.anyOf === undefined ? 'text' : null
  }
}

/** Whether moments without a time zone are meant: those of the browser's input are in UTC. */
const isLocal = ({ pattern }: JsonSchema): boolean =>
  pattern !== undefined && new RegExp(pattern).test('2026-05-01T10:00:00')

/** The choices as text. */
const textsOf = (choices: readonly unknown[] | null) => choices?.map(String) ?? null

const allowsNull = ({ type, anyOf }: JsonSchema): boolean =>
  [type].flat().includes('null' as never) || (anyOf ?? []).some(({ type }) => type === 'null')

function helpOf(schema: JsonSchema, request: InLanguage): string {
  const { type, format, minimum, maximum, maxLength } = schema
  const t = translateFor(request)
  if (format === 'date-time') {
    return isLocal(schema)
      ? t('A date and time such as {example}', { example: '2026-05-01T10:00:00' })
      : t('In UTC')
  }
  const isNumber = type === 'integer' || type === 'number'
  const least = isNumber && isWorthShowing(minimum)
  const most = isNumber && isWorthShowing(maximum)
  if (least && most) return t('{minimum} to {maximum}', { minimum, maximum })
  if (least) return t('At least {minimum}', { minimum })
  if (most) return t('At most {maximum}', { maximum })
  return type === 'string' && maxLength !== undefined
    ? countText(request, maxLength, ['At most {count} characters', 'At most {count} characters'])
    : ''
}

/** Bounds equal to JavaScript's safe integers are not worth showing. */
const isWorthShowing = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
