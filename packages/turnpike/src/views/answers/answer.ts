import { challengeOf } from '../../authentication/authenticate.ts'
import type { Identity } from '../../authentication/scheme.ts'
import { ListPage } from '../../caching/list-page.ts'
import { memoizeByIdentity } from '../../caching/memoize.ts'
import { settleChallenge } from '../../errors/challenge.ts'
import { ErrorResponse } from '../../errors/error-response.ts'
import type { Answer } from '../../http/answer.ts'
import { HeaderFields } from '../../http/header-fields.ts'
import type { ApiRequest } from '../../http/request.ts'
import { ApiResponse } from '../../http/response.ts'
import { renderJson } from '../../rendering/json.ts'
import { type Negotiated, negotiateError } from '../../rendering/negotiate.ts'
import type { Renderer } from '../../rendering/renderer.ts'
import type { ThrottleFindings } from '../../throttling/check.ts'
import type { View } from '../view.ts'
import { AnswerContext } from './answer-context.ts'
import { deprecationFields } from './deprecation.ts'

/** The results of the steps before the handler. */
export interface Findings extends ThrottleFindings {
  negotiated: Negotiated
  /** Header fields that the scheme adds to the answer. */
  headersOfIdentity: Identity['headers']
}

/**
 * The answer of a view: the result of its handler, rendered, with the fields common to all answers.
 * The answer to HEAD has a body, too: the doors leave it out.
 */
export function answer(
  response: ApiResponse | Response,
  request: ApiRequest,
  view: View,
  findings: Findings,
): Answer | Promise<Answer> {
  if (!isPlain(response, request, view, findings)) {
    return answerWithFields(response, request, view, findings)
  }
  const { identified, other } = plainFieldsOf(view)
  return {
    status: response.status,
    fields: request.isIdentified ? identified : other,
    body: renderJson(response.data, findings.negotiated),
  }
}

/** Whether the answer is data in JSON with the fields common to all such answers of the view. */
function isPlain(
  response: ApiResponse | Response,
  request: ApiRequest,
  { renderers }: View,
  { negotiated: { renderer }, headersOfIdentity, headersOfThrottles }: Findings,
): response is ApiResponse {
  return (
    response instanceof ApiResponse &&
    !(response instanceof ListPage) &&
    !response.hasHeaders &&
    response.data !== undefined &&
    isOrdinary(response.status) &&
    renderer === renderers[0] &&
    renderer.render === renderJson &&
    renderer.headers === undefined &&
    headersOfIdentity === undefined &&
    headersOfThrottles === undefined &&
    !(response instanceof ErrorResponse && negotiateError(request, renderers) !== null)
  )
}

/** Whether it is a status with a body and without a challenge. */
const isOrdinary = (status: number): boolean =>
  status === 200 || status === 201 || status === 400 || status === 404 || status === 405

const plainFieldsOf = memoizeByIdentity((view: View) => {
  const { identified, other } = commonFieldsOf(view)
  const [renderer] = view.renderers
  const listOf = (fields: HeaderFields) => {
    const all = fields.copy()
    all.set('content-type', contentTypeOf(renderer))
    return all.toList()
  }
  return { identified: listOf(identified), other: listOf(other) }
})

const contentTypeOf = ({ mediaType, charset }: Renderer): string =>
  charset === null ? mediaType : `${mediaType}; charset=${charset}`

async function answerWithFields(
  response: ApiResponse | Response,
  request: ApiRequest,
  view: View,
  { negotiated, headersOfIdentity, headersOfThrottles }: Findings,
): Promise<Answer> {
  const fields = commonFieldsOf(view)[request.isIdentified ? 'identified' : 'other'].copy()
  if (!(response instanceof ApiResponse) || response.hasHeaders) {
    addOwnFields(fields, response.headers, view)
  } else if (response instanceof ErrorResponse && response.challenge !== null) {
    fields.set('www-authenticate', response.challenge)
  }
  if (headersOfThrottles !== undefined) addMissing(fields, headersOfThrottles)
  let status = challengedStatus(response.status, fields, request, view)
  requireFinal(status)
  addFields(fields, headersOfIdentity)
  // A scheme may end a handshake in this field, as Negotiate does; no 403 has it (spec, rule 9).
  if (status === 403 && view.settings.CHALLENGE_PROFILE !== 'oauth') {
    fields.delete('www-authenticate')
  }
  if (!(response instanceof ApiResponse)) {
    return { status, fields: fields.toList(), body: response.body }
  }
  const isShown = negotiated.renderer.rendersEmpty && isEmptyGood(response.data, status)
  if (!isShown && (response.data === undefined || isBodiless(status)))
    return { status, fields: fields.toList(), body: null }

  const forErrors =
    response instanceof ErrorResponse ? negotiateError(request, view.renderers) : null
  const { renderer, parameters } = forErrors ?? negotiated
  const seen = { request, response, view, parameters, status }
  const context = new AnswerContext(fields, seen)
  const render = () => renderer.render(response.data, context)
  const rendered = response instanceof ListPage ? response.textOf(render) : render()
  // Most renderers return a string, which needs no `await`.
  const body = typeof rendered === 'string' ? rendered : await rendered
  fields.settle()
  if (isBodiless(status)) status = 200
  addFields(fields, renderer.headers)
  if (!(fields.has('content-type') && isForPrograms(renderer))) {
    fields.set('content-type', contentTypeOf(renderer))
  }
  return { status, fields: fields.toList(), body }
}

/** @throws RangeError when it is not the status of a final response (Fetch §2.2.6). */
function requireFinal(status: number): void {
  if (Number.isInteger(status) && status >= 200 && status <= 599) return
  throw new RangeError(
    `An answer cannot have the status ${JSON.stringify(status)}: it is a number from 200 to 599.`,
  )
}

/** The status; adds the challenge to the fields of a 401, and removes it from those of a 403. */
function challengedStatus(
  status: number,
  fields: HeaderFields,
  request: ApiRequest,
  view: View,
): number {
  const own = fields.get('www-authenticate')
  const settled = settleChallenge(
    status,
    own,
    () => challengeOf(view, request),
    view.settings.CHALLENGE_PROFILE === 'oauth',
  )
  if (settled.challenge === null) fields.delete('www-authenticate')
  else fields.set('www-authenticate', settled.challenge)
  return settled.status
}

/** The fields common to all answers of a view. */
interface CommonFields {
  /** For authenticated clients. */
  readonly identified: HeaderFields
  readonly other: HeaderFields
}

const commonFieldsOf = memoizeByIdentity((view: View): CommonFields => {
  const other = new HeaderFields()
  other.set('allow', view.allow)
  if (view.vary !== '') other.set('vary', view.vary)
  // Browsers must not mistake data for a page (ASVS 5.0, 3.4.4).
  other.set('x-content-type-options', 'nosniff')
  addFields(other, view.deprecated === null ? {} : deprecationFields(view.deprecated))
  const identified = other.copy()
  // Shared caches must not store one user's response (RFC 9111 §5.2.2.7).
  identified.set('cache-control', 'private')
  return { other, identified }
})

/**
 * A media type set by the handler, such as `application/vnd.api+json`, does not apply to a page
 * that shows the data, or to an error.
 */
const isForPrograms = ({ mediaType, isForErrors = false }: Renderer): boolean =>
  mediaType !== 'text/html' && !isForErrors

/** The response's own fields take precedence over the view's. */
function addOwnFields(fields: HeaderFields, own: Headers, { vary, deprecated }: View): void {
  for (const [name, value] of own) {
    if (name === 'vary' && vary !== '') fields.set(name, withoutRepetition(`${value}, ${vary}`))
    else if (name === 'link' && deprecated !== null) addToList(fields, name, value)
    else if (name !== 'x-content-type-options') fields.set(name, value)
  }
}

/** Adds members to a field that is a list. */
function addToList(fields: HeaderFields, name: string, members: string): void {
  const known = fields.get(name)
  fields.set(name, known === null ? members : `${members}, ${known}`)
}

/** The names of a list without repetitions, in their first spelling. */
function withoutRepetition(list: string): string {
  const names = new Map<string, string>()
  for (const name of list.split(',').map((part) => part.trim())) {
    if (name !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  return [...names.values()].join(', ')
}

/** Replaces fields of the same name; cookies are added. */
function addFields(fields: HeaderFields, added: NonNullable<Identity['headers']> = {}): void {
  for (const [name, values] of Object.entries(added)) {
    for (const value of [values].flat()) fields.set(name.toLowerCase(), value)
  }
}

/** The response's own fields take precedence. */
function addMissing(fields: HeaderFields, added: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(added)) if (!fields.has(name)) fields.set(name, value)
}

/** Whether it is a successful response without data. */
const isEmptyGood = (data: unknown, status: number): boolean =>
  status === 204 || (data === undefined && status >= 200 && status < 300)

/** Statuses without a body (Fetch, null body status). */
const isBodiless = (status: number) => status === 204 || status === 205 || status === 304
