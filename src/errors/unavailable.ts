import { ApiException } from './api-exception.ts'
import { isHttpException } from './exception-handler.ts'
import { ServiceUnavailable } from './exceptions.ts'

/** Most errors around the one that says why, so that a cycle ends. */
const maxDepth = 10

/**
 * The `ServiceUnavailable` that an error is, or that has caused it: libraries wrap the errors of
 * what they use. Null: the error has an answer of its own, or is a defect.
 */
export function unavailableBehind(error: unknown): ServiceUnavailable | null {
  let found = error
  for (let depth = 0; depth < maxDepth && found instanceof Error; depth++) {
    if (found instanceof ServiceUnavailable) return found
    if (found instanceof ApiException || isHttpException(found)) return null
    found = found.cause
  }
  return null
}
