import { ErrorResponse } from '../../errors/error-response.ts'
import type { Schema } from '../../http/schema.ts'
import type { JsonSchema } from '../../validation/index.ts'
import { messages } from '../../validation/messages.ts'
import { isObject } from '../../validation/values.ts'
import type { PageContext } from '../page-context.ts'
import type { Field } from './fields.ts'
import { formSchemaOf } from './form-schema.ts'
import { fieldValue } from './schema-fields.ts'

/** The values and errors of a form. */
export interface FormContent {
  /** The raw text that was sent instead of fields, or null. */
  readonly sentText: string | null
  /** Its media type, or null. */
  readonly sentType: string | null
  /** The item to change, as in the response, or null. */
  readonly item: Readonly<Record<string, unknown>> | null
  /** Value and errors of a field. */
  stateOf(field: Field): Pick<Field, 'value' | 'errors'>
  /** The errors that do not belong to these fields. */
  errorsBeside(fields: ReadonlySet<string>): string[]
}

/**
 * The sent values if the request had one of these methods and was rejected; otherwise those of the
 * item, for methods that change one.
 */
export function formContent(methods: readonly string[], context: PageContext): FormContent {
  const { request, response } = context
  const isRefused = methods.includes(request.method) && response instanceof ErrorResponse
  const errors = isRefused ? errorsOf(response.data, context) : new Map<string, string[]>()
  const sent = isRefused ? request.sentForm : null
  const item =
    methods.includes('POST') || isRefused || !isObject(response.data) ? null : response.data

  return {
    sentText: sent?.content ?? null,
    sentType: sent === null || sent.content === null ? null : request.headers.get('Content-Type'),
    item,
    stateOf(field) {
      const { name, kind, value = '' } = field
      const isSent = sent !== null && sent.content === null
      const written = isSent ? sentValue(sent.fields, name, kind) : null
      const known = item !== null && Object.hasOwn(item, name) ? fieldValue(item[name]) : value
      const texts = errors.get(name) ?? []
      const isMissing = texts.length > 0 && written === '' && mustBeFilledIn(field)
      return { errors: isMissing ? [requiredIn(request)] : texts, value: written ?? known }
    },
    errorsBeside: (fields) =>
      [...errors].flatMap(([name, texts]) =>
        fields.has(name) ? [] : texts.map((text) => (name === '' ? text : `${name}: ${text}`)),
      ),
  }
}

/** People have not entered a wrong date or number, but none. */
const mustBeFilledIn = ({ kind = 'text', isRequired }: Field): boolean =>
  isRequired === true && ['date', 'datetime-local', 'number', 'choice'].includes(kind)

const requiredIn = ({ translator }: PageContext['request']): string =>
  (translator === null ? messages.required : messages.required.in(translator)).message

/** The text of the raw form: the sent text, otherwise the item or an example as JSON. */
export function rawText(accepts: Schema | undefined, { sentText, item }: FormContent): string {
  if (sentText !== null) return sentText

  const form = accepts && formSchemaOf(accepts)
  if (!form) return ''
  const example = [...form.properties].map(([name, property]) => [
    name,
    item !== null && Object.hasOwn(item, name) ? item[name] : exampleOf(property),
  ])
  return JSON.stringify(Object.fromEntries(example), null, 2)
}

/** The default, otherwise an empty value of the type. */
function exampleOf(property: JsonSchema | boolean): unknown {
  if (typeof property === 'boolean') return null
  if (property.default !== undefined) return property.default
  const [first] = property.enum ?? []
  if (first !== undefined) return first
  const empty = { string: '', boolean: false, array: [], object: {} } as const
  return typeof property.type === 'string' && Object.hasOwn(empty, property.type)
    ? empty[property.type as keyof typeof empty]
    : null
}

function sentValue(fields: URLSearchParams, name: string, kind: Field['kind']): string | string[] {
  if (kind === 'list') return fields.getAll(name)
  return fields.getAll(name).at(-1) ?? ''
}

/** Messages by field; those about the whole are under the empty name. */
export function errorsOf(data: unknown, { view }: PageContext): Map<string, string[]> {
  const errors = new Map<string, string[]>()
  for (const [name, messages] of Object.entries(isObject(data) ? data : { '': data })) {
    const isOfAll = name === view.settings.NON_FIELD_ERRORS_KEY || name === 'detail'
    errors.set(isOfAll ? '' : name, [messages].flat().map(textOf))
  }
  return errors
}

/** Errors inside a field are shown as JSON. */
const textOf = (error: unknown): string =>
  typeof error === 'string' ? error : JSON.stringify(error)
