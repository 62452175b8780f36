import { challengeOf } from '../../authentication/authenticate.ts'
import type { ApiException } from '../../errors/api-exception.ts'
import { InsufficientCredentials } from '../../errors/challenge.ts'
import { ErrorResponse } from '../../errors/error-response.ts'
import { badRequest } from '../../errors/error-views.ts'
import {
  AuthenticationFailed,
  SuspiciousRequest,
  ValidationError,
} from '../../errors/exceptions.ts'
import { unknownConnection } from '../../http/client.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { Renderer } from '../../rendering/renderer.ts'
import { answer } from '../../views/answers/answer.ts'
import type { View } from '../../views/view.ts'
import { requestOf } from '../../views/view-request.ts'
import { WebRequest } from '../../web/web-request.ts'
import { toResponse } from '../../web/web-response.ts'

/** A documented error: one raised by a view, or a request that never reaches a view. */
export type DocumentedError = ApiException | SuspiciousRequest

/** The response to an error. */
export interface ErrorAnswer {
  readonly exception: DocumentedError
  readonly status: number
  /** The header fields of the error, by name. */
  readonly headers: Readonly<Record<string, string>>
  /** The bodies by media type; undefined for one that is not JSON. */
  readonly bodies: ReadonlyMap<string, unknown>
}

/**
 * The response that the view would really send, from its exception handler, challenge and
 * renderers. Null when its exception handler needs a real request.
 */
export async function errorAnswer(
  exception: DocumentedError,
  { view, method, origin }: { view: View; method: string; origin: string },
): Promise<ErrorAnswer | null> {
  if (exception instanceof SuspiciousRequest) return refusal(exception)

  const bodies = new Map<string, unknown>()
  let last: Response | null = null
  for (const renderer of documentedRenderers(view)) {
    last = await answerIn(renderer, exception, { view, method, origin })
    if (last === null) return null
    bodies.set(renderer.mediaType, isJson(renderer) ? await last.json() : undefined)
  }
  if (last === null) return null

  const { status, headers } = last
  const names = [...Object.keys(exception.headers), 'WWW-Authenticate']
  if (status === 405) names.push('Allow')
  const shown = names.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return { exception, status, headers: Object.fromEntries(shown), bodies }
}

/** It bypasses renderers and the exception handler. */
async function refusal(exception: SuspiciousRequest): Promise<ErrorAnswer> {
  const response = badRequest()
  const bodies = new Map([['application/json', await response.json()]])
  return { exception, status: response.status, headers: {}, bodies }
}

/** The renderers for programs, without pages. */
export const documentedRenderers = ({ renderers }: View): Renderer[] =>
  renderers.filter(({ mediaType }) => mediaType !== 'text/html')

export const isJson = ({ mediaType }: Pick<Renderer, 'mediaType'>): boolean =>
  /^application\/(?:[^/]+\+)?json$/.test(mediaType)

/** A request as sent by an anonymous client. */
export function exampleRequest(view: View, origin: string, init: RequestInit = {}): ApiRequest {
  // A web `Request` cannot be a TRACE (Fetch §2.2.1).
  const sent = init.method === 'TRACE' ? { ...init, method: 'GET' } : init
  return requestOf(view, new WebRequest(new Request(`${origin}/`, sent)), {
    params: {},
    connection: unknownConnection,
  })
}

async function answerIn(
  renderer: Renderer,
  exception: ApiException,
  { view, method, origin }: { view: View; method: string; origin: string },
): Promise<Response | null> {
  const headers = { Accept: renderer.mediaType }
  const request = exampleRequest(view, origin, { method, headers })
  const failure = exception instanceof AuthenticationFailed ? exception : undefined
  const challenge =
    exception instanceof InsufficientCredentials
      ? exception.challenge
      : challengeOf(view, request, failure)
  try {
    const response =
      // The response to invalid data bypasses the exception handler (spec, Errors, rule 6).
      exception instanceof ValidationError && !view.settings.RAISE_VALIDATION_ERRORS
        ? new ErrorResponse(exception)
        : await view.settings.EXCEPTION_HANDLER(exception, { view, request, challenge })
    if (response === null) return null

    const usual = renderer.isForErrors ? view.renderers[0] : renderer
    const answered = await answer(response, request, view, {
      negotiated: { renderer: usual, parameters: {} },
      headersOfIdentity: undefined,
      headersOfThrottles: undefined,
    })
    return toResponse(answered)
  } catch {
    return null
  }
}
