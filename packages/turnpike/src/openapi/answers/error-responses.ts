import { SuspiciousRequest, ValidationError } from '../../errors/exceptions.ts'
import { reasonPhrases } from '../../http/syntax/reason-phrases.ts'
import { isObject } from '../../validation/values.ts'
import type { Components } from '../components.ts'
import type {
  HeaderObject,
  MediaTypeObject,
  Reference,
  ResponseObject,
  SchemaObject,
} from '../types.ts'
import { withCommonHeaders } from './common-headers.ts'
import { type DocumentedError, type ErrorAnswer, errorAnswer } from './error-answer.ts'
import { type DocumentedMethod, limitsOf } from './possible-errors.ts'

/** The method whose errors are documented. */
export type AnsweringMethod = Pick<DocumentedMethod, 'view' | 'method' | 'origin'>

/** The error responses of one operation, by status, as components. */
export async function errorResponses(
  errors: readonly DocumentedError[],
  answering: AnsweringMethod,
  components: Components,
  /** The schema of the response to invalid data. */
  invalid: Reference | null,
): Promise<Record<string, Reference>> {
  const responses = await inlineErrorResponses(errors, answering, components, invalid)
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      components.add('responses', nameOf(Number(status)), response),
    ]),
  )
}

/**
 * The same in place, for an extension: tools ignore its references, and would report unused
 * components.
 */
export async function inlineErrorResponses(
  errors: readonly DocumentedError[],
  { view, method, origin }: AnsweringMethod,
  components: Components,
  invalid: Reference | null,
): Promise<Record<string, ResponseObject>> {
  const answers: ErrorAnswer[] = []
  for (const error of errors) {
    const answered = await errorAnswer(error, { view, method, origin })
    if (answered !== null) answers.push(answered)
  }
  const limits = limitsOf({ view, method })
  const byStatus = Object.groupBy(answers, ({ status }) => status)

  return Object.fromEntries(
    Object.entries(byStatus).map(([status, ofStatus = []]) => {
      const own = responseOf(Number(status), ofStatus, limits, components, invalid)
      return [status, withCommonHeaders(own, Number(status), { view, method })]
    }),
  )
}

function responseOf(
  status: number,
  answers: readonly ErrorAnswer[],
  limits: readonly string[],
  components: Components,
  invalid: Reference | null,
): ResponseObject {
  const headers = headersOf(answers)
  const mediaTypes = new Set(answers.flatMap(({ bodies }) => [...bodies.keys()]))
  const content = [...mediaTypes].map((mediaType) => [
    mediaType,
    mediaTypeOf(mediaType, answers, components, invalid),
  ])
  return {
    description: descriptionOf(status, limits),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: Object.fromEntries(content),
  }
}

function descriptionOf(status: number, limits: readonly string[]): string {
  const phrase = reasonPhrases[status] ?? `Status ${status}`
  const causes = status === 429 ? limits.filter((limit) => limit !== '') : []
  return [phrase, ...causes].join('. ')
}

/** A field is required only if all responses of the status have it. */
function headersOf(answers: readonly ErrorAnswer[]): Record<string, HeaderObject> {
  const names = new Set(answers.flatMap(({ headers }) => Object.keys(headers)))
  return Object.fromEntries(
    [...names].map((name) => {
      const values = answers.flatMap(({ headers }) => headers[name] ?? [])
      const header = {
        ...(descriptions[name] !== undefined && { description: descriptions[name] }),
        required: values.length === answers.length && name !== 'Retry-After',
        schema: name === 'Retry-After' ? { type: 'integer', minimum: 1 } : { type: 'string' },
        ...(values[0] !== undefined && {
          example: name === 'Retry-After' ? Number(values[0]) : values[0],
        }),
      }
      return [name, header]
    }),
  )
}

const descriptions: Readonly<Record<string, string>> = {
  Accept: 'The supported media types.',
  'Accept-Encoding': 'The supported content encodings.',
  Allow: 'The supported methods.',
  'Retry-After': 'Seconds until another attempt may succeed, if known.',
  'WWW-Authenticate': 'How to authenticate.',
}

function mediaTypeOf(
  mediaType: string,
  answers: readonly ErrorAnswer[],
  components: Components,
  invalid: Reference | null,
): MediaTypeObject {
  const examples = new Map<string, { value: unknown }>()
  const schemas = new Map<string, SchemaObject>()
  for (const { exception, bodies } of answers) {
    if (!bodies.has(mediaType)) continue
    const value = bodies.get(mediaType)
    if (value === undefined) return {}
    const schema = schemaOf(value, exception, components, invalid)
    schemas.set(JSON.stringify(schema), schema)
    addExample(examples, keyOf(exception), value)
  }
  const [first = {}, ...others] = schemas.values()
  return {
    schema: others.length === 0 ? first : { anyOf: [...schemas.values()] },
    examples: Object.fromEntries(examples),
  }
}

function addExample(examples: Map<string, { value: unknown }>, code: string, value: unknown): void {
  const text = JSON.stringify(value)
  if ([...examples.values()].some((known) => JSON.stringify(known.value) === text)) return
  let key = code
  for (let number = 2; examples.has(key); number++) key = `${code}_${number}`
  examples.set(key, { value })
}

function keyOf(exception: DocumentedError): string {
  if (exception instanceof SuspiciousRequest) return 'bad_request'
  return typeof exception.codes === 'string' ? exception.codes : 'invalid'
}

/**
 * The schema of a body, derived from its shape: an application's exception handler may use another.
 */
function schemaOf(
  body: unknown,
  exception: DocumentedError,
  components: Components,
  invalid: Reference | null,
): SchemaObject {
  if (exception instanceof SuspiciousRequest) {
    return { ...components.add('schemas', 'Refusal', refusalSchema) }
  }
  if (hasOnly(body, ['detail'])) return { ...components.add('schemas', 'Error', errorSchema) }
  if (hasOnly(body, ['title', 'status', 'detail', 'code', 'errors'])) {
    return { ...components.add('schemas', 'Problem', problemSchema) }
  }
  return exception instanceof ValidationError && invalid !== null ? { ...invalid } : {}
}

function hasOnly(body: unknown, names: readonly string[]): boolean {
  if (!isObject(body)) return false
  const known = Object.keys(body)
  return typeof body.detail === 'string' && known.every((name) => names.includes(name))
}

const errorSchema: SchemaObject = {
  type: 'object',
  description: 'What went wrong.',
  properties: { detail: { type: 'string' } },
  required: ['detail'],
}

const refusalSchema: SchemaObject = {
  type: 'object',
  description: 'No honest client sends such a request. The log of the service has the reason.',
  properties: { error: { type: 'string' } },
  required: ['error'],
}

const problemSchema: SchemaObject = {
  type: 'object',
  description: 'Problem details (RFC 9457).',
  properties: {
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: {
      type: 'string',
      description: 'For programs. It stays the same when the text is reworded.',
    },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          detail: { type: 'string' },
          code: { type: 'string' },
          pointer: { type: 'string', description: 'Place in the sent data: `#/title` (RFC 6901).' },
        },
        required: ['detail', 'code', 'pointer'],
      },
    },
  },
  required: ['title', 'status', 'detail', 'code'],
}

/** 404 → `NotFound`. */
const nameOf = (status: number): string =>
  (reasonPhrases[status] ?? `Status ${status}`).replaceAll(/[^A-Za-z0-9]+/g, '')
