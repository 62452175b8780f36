import { challengeOf } from './authentication/authenticate.ts'
import type { Identity } from './authentication/scheme.ts'
import { ErrorResponse } from './errors/error-response.ts'
import { type Negotiated, negotiateError } from './rendering/negotiate.ts'
import type { ApiRequest } from './request.ts'
import { ApiResponse } from './response.ts'
import type { View } from './view.ts'

/** What the steps before the handler have found out. */
export interface Findings {
  negotiated: Negotiated
  /** Header fields of the answer that the scheme wants. */
  headersOfIdentity: Identity['headers']
}

/** The answer of a view: what its handler has returned, rendered, with the fields that all answers carry. */
export async function answer(
  response: ApiResponse | Response,
  request: ApiRequest,
  view: View,
  { negotiated, headersOfIdentity }: Findings,
): Promise<Response> {
  const headers = new Headers(response.headers)
  let status = settleChallenge(response.status, headers, request, view)
  addCommonFields(headers, request, view)
  addFields(headers, headersOfIdentity)
  if (!(response instanceof ApiResponse)) return new Response(response.body, { status, headers })
  const isShown = negotiated.renderer.rendersEmpty && isEmptyGood(response.data, status)
  if (!isShown && (response.data === undefined || isBodiless(status)))
    return new Response(null, { status, headers })

  const forErrors =
    response instanceof ErrorResponse ? negotiateError(request, view.renderers) : null
  const { renderer, parameters } = forErrors ?? negotiated
  const { mediaType, charset } = renderer
  const context = { request, response, view, parameters, status, headers }
  const body = await renderer.render(response.data, context)
  if (isBodiless(status)) status = 200
  addFields(headers, renderer.headers)
  headers.set('Content-Type', charset === null ? mediaType : `${mediaType}; charset=${charset}`)
  if (request.method !== 'HEAD') return new Response(body as BodyInit, { status, headers })

  headers.set('Content-Length', `${byteLength(body)}`)
  return new Response(null, { status, headers })
}

/**
 * Every 401 carries a challenge and no 403 does (spec, Resolution rules 7 and 9), also where a handler
 * or an exception handler of the application made the response.
 */
function settleChallenge(
  status: number,
  headers: Headers,
  request: ApiRequest,
  view: View,
): number {
  if (status === 403) headers.delete('WWW-Authenticate')
  if (status !== 401 || headers.has('WWW-Authenticate')) return status

  const challenge = challengeOf(view.authentication, request)
  if (challenge === null) return 403
  headers.set('WWW-Authenticate', challenge)
  return 401
}

function addCommonFields(headers: Headers, { isIdentified }: ApiRequest, view: View): void {
  if (!headers.has('Allow')) headers.set('Allow', view.allow)
  if (view.vary !== '') headers.append('Vary', view.vary)
  // Browsers must not take data for a page (ASVS 5.0, 3.4.4).
  headers.set('X-Content-Type-Options', 'nosniff')
  // No shared cache may keep what one user was told (RFC 9111 §5.2.2.7).
  if (isIdentified && !headers.has('Cache-Control')) headers.set('Cache-Control', 'private')
}

/** Replaces fields of the same name; cookies stay beside one another. */
function addFields(headers: Headers, fields: Readonly<Record<string, string>> = {}): void {
  for (const [name, value] of Object.entries(fields)) {
    if (name.toLowerCase() === 'set-cookie') headers.append(name, value)
    else headers.set(name, value)
  }
}

/** Whether it is an answer without data that says that all went well. */
const isEmptyGood = (data: unknown, status: number): boolean =>
  status === 204 || (data === undefined && status >= 200 && status < 300)

/** Statuses whose answers have no body (Fetch, null body status). */
const isBodiless = (status: number) => status === 204 || status === 205 || status === 304

const byteLength = (body: string | Uint8Array): number =>
  typeof body === 'string' ? new TextEncoder().encode(body).length : body.length
