import { challengeOf } from '../authentication/authenticate.ts'
import type { Identity } from '../authentication/scheme.ts'
import { memoizeByIdentity } from '../caching/memoize.ts'
import { settleChallenge } from '../errors/challenge.ts'
import { ErrorResponse } from '../errors/error-response.ts'
import { type Answer, withoutBody } from '../http/answer.ts'
import { HeaderFields } from '../http/header-fields.ts'
import type { ApiRequest } from '../http/request.ts'
import { ApiResponse } from '../http/response.ts'
import type { Negotiated } from '../rendering/negotiate.ts'
import { negotiateError } from '../rendering/negotiate.ts'
import type { RenderContext, Renderer } from '../rendering/renderer.ts'
import type { View } from './view.ts'

/** What the steps before the handler have found out. */
export interface Findings {
  negotiated: Negotiated
  /** Header fields of the answer that the scheme wants. */
  headersOfIdentity: Identity['headers']
}

/**
 * The answer of a view: what its handler has returned, rendered, with the fields that all answers
 * carry.
 */
export async function answer(
  response: ApiResponse | Response,
  request: ApiRequest,
  view: View,
  findings: Findings,
): Promise<Answer> {
  const whole = await wholeAnswer(response, request, view, findings)
  return request.method === 'HEAD' ? withoutBody(whole) : whole
}

/** The answer with the body that HEAD does not get. */
async function wholeAnswer(
  response: ApiResponse | Response,
  request: ApiRequest,
  view: View,
  { negotiated, headersOfIdentity }: Findings,
): Promise<Answer> {
  const fields = commonFieldsOf(view)[request.isIdentified ? 'identified' : 'other'].copy()
  if (!(response instanceof ApiResponse) || response.hasHeaders) {
    addOwnFields(fields, response.headers, view)
  }
  let status = challengedStatus(response.status, fields, request, view)
  requireFinal(status)
  addFields(fields, headersOfIdentity)
  if (!(response instanceof ApiResponse)) {
    return { status, fields: fields.toList(), body: response.body }
  }
  const isShown = negotiated.renderer.rendersEmpty && isEmptyGood(response.data, status)
  if (!isShown && (response.data === undefined || isBodiless(status)))
    return { status, fields: fields.toList(), body: null }

  const forErrors =
    response instanceof ErrorResponse ? negotiateError(request, view.renderers) : null
  const { renderer, parameters } = forErrors ?? negotiated
  const { mediaType, charset } = renderer
  const seen = { request, response, view, parameters, status }
  const rendered = renderer.render(response.data, contextOf(fields, seen))
  // Most renderers make texts at once, and to wait takes time.
  const body = typeof rendered === 'string' ? rendered : await rendered
  fields.settle()
  if (isBodiless(status)) status = 200
  addFields(fields, renderer.headers)
  if (!(fields.has('content-type') && isForPrograms(renderer))) {
    fields.set('content-type', charset === null ? mediaType : `${mediaType}; charset=${charset}`)
  }
  return { status, fields: fields.toList(), body }
}

/** @throws RangeError when it is no status of an answer that ends a request (Fetch §2.2.6). */
function requireFinal(status: number): void {
  if (Number.isInteger(status) && status >= 200 && status <= 599) return
  throw new RangeError(`An answer cannot have the status ${status}.`)
}

/** The status, with the challenge among the fields when it is 401. */
function challengedStatus(
  status: number,
  fields: HeaderFields,
  request: ApiRequest,
  view: View,
): number {
  const own = fields.get('www-authenticate')
  const settled = settleChallenge(status, own, () => challengeOf(view.authentication, request))
  if (settled.challenge === null) fields.delete('www-authenticate')
  else fields.set('www-authenticate', settled.challenge)
  return settled.status
}

/**
 * Only pages look at the header fields, and they may add to them. A copy of the context has them,
 * too.
 */
const contextOf = (fields: HeaderFields, seen: Omit<RenderContext, 'headers'>): RenderContext => ({
  ...seen,
  get headers() {
    return fields.shown()
  },
})

/** The fields of a view's answers, whatever is answered. */
interface CommonFields {
  /** For callers whom a scheme has identified. */
  readonly identified: HeaderFields
  readonly other: HeaderFields
}

const commonFieldsOf = memoizeByIdentity((view: View): CommonFields => {
  const other = new HeaderFields()
  other.set('allow', view.allow)
  if (view.vary !== '') other.set('vary', view.vary)
  // Browsers must not take data for a page (ASVS 5.0, 3.4.4).
  other.set('x-content-type-options', 'nosniff')
  const identified = other.copy()
  // No shared cache may keep what one user was told (RFC 9111 §5.2.2.7).
  identified.set('cache-control', 'private')
  return { other, identified }
})

/**
 * What a handler calls its data, `application/vnd.api+json`, is no name for a page that shows them,
 * or an error.
 */
const isForPrograms = ({ mediaType, isForErrors = false }: Renderer): boolean =>
  mediaType !== 'text/html' && !isForErrors

/** The response's own fields come before the view's. */
function addOwnFields(fields: HeaderFields, own: Headers, { vary }: View): void {
  for (const [name, value] of own) {
    if (name === 'vary' && vary !== '') fields.set(name, withoutRepetition(`${value}, ${vary}`))
    else if (name !== 'x-content-type-options') fields.set(name, value)
  }
}

/** The names of a list, each once in the spelling that comes first. */
function withoutRepetition(list: string): string {
  const names = new Map<string, string>()
  for (const name of list.split(',').map((part) => part.trim())) {
    if (name !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  return [...names.values()].join(', ')
}

/** Replaces fields of the same name; cookies stay beside one another. */
function addFields(fields: HeaderFields, added: Readonly<Record<string, string>> = {}): void {
  for (const [name, value] of Object.entries(added)) fields.set(name.toLowerCase(), value)
}

/** Whether it is an answer without data that says that all went well. */
const isEmptyGood = (data: unknown, status: number): boolean =>
  status === 204 || (data === undefined && status >= 200 && status < 300)

/** Statuses whose answers have no body (Fetch, null body status). */
const isBodiless = (status: number) => status === 204 || status === 205 || status === 304
