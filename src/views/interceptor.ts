import { mark } from '../caching/mark.ts'
import type { ApiRequest } from '../http/request.ts'
import type { ApiResponse } from '../http/response.ts'
import type { Findings } from './answer.ts'
import type { Handler, View, ViewOptions } from './view.ts'

/**
 * Answers requests in place of a handler, which it may call. It may replace the renderer. Only
 * `dispatch` calls it: handlers of an application that call others get their data.
 */
export type Interceptor = (
  request: ApiRequest,
  view: View,
  findings: Pick<Findings, 'negotiated' | 'cachedPage'>,
) => Promise<ApiResponse | Response>

export const interceptors = mark<Handler, Interceptor>()

/** Puts an interceptor around the GET handler, if there is one for it. */
export function intercept(
  options: ViewOptions,
  interceptorOf: (handler: Handler) => Interceptor | null,
): ViewOptions {
  const interceptor = options.get && interceptorOf(options.get)
  if (options.get && interceptor) interceptors.set(options.get, interceptor)
  return options
}

/** The result of the handler, or of its interceptor. */
export function callHandler(
  handler: Handler,
  request: ApiRequest,
  view: View,
  findings: Findings,
): ReturnType<Handler> {
  const interceptor = interceptors.get(handler)
  return interceptor ? interceptor(request, view, findings) : handler(request, view)
}
