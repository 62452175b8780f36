import type { ApiException } from '../errors/api-exception.ts'
import { PreconditionFailed, PreconditionRequired } from '../errors/exceptions.ts'
import type { Operation } from '../http/operation.ts'
import { malformedField } from '../views/conditional/preconditions.ts'
import type { View } from '../views/view.ts'
import type { HeaderObject, ParameterObject, ResponseObject } from './types.ts'

/** One method of a view. */
export interface ConditionalMethod {
  readonly view: Pick<View, 'isConditional'>
  /** In upper case. */
  readonly method: string
  readonly operation: Operation
}

/** The header fields by which a client makes a request conditional. */
export function preconditionParameters(documented: ConditionalMethod): ParameterObject[] {
  const { item } = documented.operation
  if (isTagged(documented) && documented.method === 'GET') {
    return [ifNoneMatch, ...(item?.hasLastModified ? [ifModifiedSince] : [])]
  }
  if (!isCompared(documented)) return []
  return [{ ...ifMatch, required: item?.needsIfMatch === true }]
}

/** The errors of a write whose preconditions are compared. */
export function preconditionErrors(documented: ConditionalMethod): ApiException[] {
  if (!isCompared(documented)) return []
  const errors = [malformedField('If-Match'), new PreconditionFailed()]
  return documented.operation.item?.needsIfMatch ? [...errors, new PreconditionRequired()] : errors
}

/** The successful response, with the fields that name its state. */
export function withValidators(
  response: ResponseObject,
  documented: ConditionalMethod,
): ResponseObject {
  const fields = validatorsOf(documented)
  return fields === null ? response : { ...response, headers: { ...response.headers, ...fields } }
}

/** The response to a client that has the same already; null for a method that has none. */
export function notModifiedResponse(documented: ConditionalMethod): ResponseObject | null {
  const headers = documented.method === 'GET' ? validatorsOf(documented) : null
  return headers && { description: 'Not Modified', headers }
}

/** Those of a view of the application are unknown: it may return a web `Response`. */
function validatorsOf(documented: ConditionalMethod): Record<string, HeaderObject> | null {
  if (!isTagged(documented)) return null
  const { hasLastModified } = documented.operation.item ?? {}
  return { ETag: etag, ...(hasLastModified && { 'Last-Modified': lastModified }) }
}

/** Whether its answers have a tag: lists and items do. */
const isTagged = ({ view, method, operation }: ConditionalMethod): boolean =>
  view.isConditional &&
  ((method === 'GET' && (operation.isList === true || operation.item !== undefined)) ||
    (method === 'PATCH' && operation.item !== undefined))

const isCompared = ({ view, method, operation }: ConditionalMethod): boolean =>
  view.isConditional && method !== 'GET' && operation.item !== undefined

const tag = { type: 'string' }

const etag: HeaderObject = {
  description: 'The entity tag of what is sent.',
  required: true,
  schema: tag,
  example: '"_qP5KbLWnHdKnjJTiYjyIJ"',
}

const lastModified: HeaderObject = {
  description: 'When the item was last changed.',
  required: false,
  schema: tag,
  example: 'Fri, 02 Jan 2026 03:04:05 GMT',
}

const ifMatch: ParameterObject = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'Entity tags of the item, or `*`: otherwise nothing is changed.',
  schema: tag,
}

const ifNoneMatch: ParameterObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'Entity tags that the client has, or `*`: their content is not sent again.',
  schema: tag,
}

const ifModifiedSince: ParameterObject = {
  name: 'If-Modified-Since',
  in: 'header',
  required: false,
  description: 'The `Last-Modified` that the client has. Ignored if there is `If-None-Match`.',
  schema: tag,
}
