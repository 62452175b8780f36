import type * as core from 'zod/v4/core'
import { isNullWord, readBoolean } from './fields/boolean.ts'
import { type FormField, formFields, type Kind } from './form-fields.ts'
import { isObject } from './values.ts'

/**
 * Form data converted for the schema's fields. A form has only strings, by name:
 *
 * - An absent boolean is an unticked box: false, or null if that is allowed.
 * - A blank string is null if that is allowed, and absent if the field is optional, unless the
 *   field accepts blank strings. `null` is null for a boolean that may be null.
 * - A list takes all strings of its name, every other field the last one. In partial data a single
 *   blank string is the empty list.
 * - Numbers and booleans are parsed.
 * - An object is always absent, whatever is sent under its name.
 *
 * @param partial true: absent booleans stay absent.
 */
export function readForm(schema: core.$ZodType, data: unknown, partial: boolean): unknown {
  const fields = formFields(schema)
  if (fields === null || !isObject(data)) return data

  const values = new Map(Object.entries(data))
  for (const [name, field] of fields) {
    const sent = values.get(name)
    const value =
      sent === undefined ? unticked(field, partial) : readField(field, [sent].flat(), partial)
    if (value === undefined) values.delete(name)
    else values.set(name, value)
  }
  return Object.fromEntries(values)
}

function unticked({ kind, allowsNull }: FormField, partial: boolean): false | null | undefined {
  if (kind !== 'boolean' || partial) return undefined
  return allowsNull ? null : false
}

/** The value of a field from the strings sent under its name. */
function readField(field: FormField, texts: unknown[], partial: boolean): unknown {
  const { kind, itemKind, isRequired, allowsNull, allowsBlank } = field
  if (kind === 'object') return undefined
  const isBlank = texts.at(-1) === '' && (kind !== 'list' || texts.length === 1)
  if (isBlank && !allowsBlank && allowsNull) return null
  if (kind === 'boolean' && allowsNull && isNullWord(texts.at(-1))) return null
  // An absent list is left unchanged, so there must be a way to send an empty one.
  if (isBlank && kind === 'list' && partial) return []
  if (isBlank && !allowsBlank && !isRequired) return undefined

  return kind === 'list'
    ? texts.map((text) => readText(itemKind, text))
    : readText(kind, texts.at(-1))
}

function readText(kind: Kind, text: unknown): unknown {
  if (kind === 'number' && typeof text === 'string' && isExactNumber(text)) return Number(text)
  if (kind === 'boolean') {
    const value = readBoolean(text)
    return typeof value === 'boolean' ? value : text
  }
  return text
}

/**
 * At most 15 digits, so that the number is exactly what was sent. Other strings are left to the
 * schema.
 */
const isExactNumber = (text: string) => text.length <= 16 && /^-?\d+(?:\.\d+)?$/.test(text)
