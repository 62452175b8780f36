import { mark } from '../../caching/mark.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { ApiResponse } from '../../http/response.ts'
import type { Negotiated } from '../../rendering/negotiate.ts'
import type { Handler, View, ViewOptions } from '../view.ts'

/**
 * Answers requests in place of a handler, which it may call. Only `dispatch` calls it: handlers of
 * an application that call others get their data.
 */
export type Interceptor = (
  request: ApiRequest,
  view: View,
  negotiated: Negotiated,
) => Promise<ApiResponse | Response>

const interceptors = mark<Handler, Interceptor>()

/** The interceptor around a handler. Undefined: it has none. */
export const interceptorOf = (handler: Handler): Interceptor | undefined =>
  interceptors.get(handler)

/** Puts an interceptor around the GET handler, if there is one for it. */
export function intercept(
  options: ViewOptions,
  interceptorFor: (handler: Handler) => Interceptor | null,
): ViewOptions {
  const interceptor = options.get && interceptorFor(options.get)
  if (options.get && interceptor) interceptors.set(options.get, interceptor)
  return options
}
