import type { Handler, View } from 'turnpike'
import { mark } from 'turnpike/kit'

const handlers = mark<Handler>()

/** Lets `isMetricsView` find the handler. */
export function markMetrics(handler: Handler): Handler {
  handlers.set(handler, true)
  return handler
}

/** Whether a view shows metrics, for `turnpike check`. */
export function isMetricsView(view: View): boolean {
  const handler = view.handlers.get('GET')
  return handler !== undefined && handlers.get(handler) === true
}
