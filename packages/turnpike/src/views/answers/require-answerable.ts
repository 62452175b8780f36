import { ApiResponse } from '../../http/response.ts'
import { isObject } from '../../validation/values.ts'

/**
 * What a handler has given, if it can be sent.
 *
 * @throws TypeError when it is neither an `ApiResponse` of this copy of the package nor a web
 *   `Response`. Without this check it would be sent as an empty body.
 */
export function requireAnswerable(given: unknown): ApiResponse | Response {
  if (given instanceof ApiResponse || isWebResponse(given)) return given
  throw new TypeError(
    isOfAnotherCopy(given)
      ? 'This ApiResponse is of another copy of turnpike. Install one copy: npm ls turnpike shows them.'
      : `A handler must return an ApiResponse or a web Response, not ${shown(given)}.`,
  )
}

/** By its members: a runtime may have several classes of responses. */
const isWebResponse = (given: unknown): given is Response =>
  isObject(given) && typeof given.arrayBuffer === 'function' && isObject(given.headers)

const isOfAnotherCopy = (given: unknown): boolean =>
  isObject(given) && typeof given.status === 'number' && 'data' in given

/** The kind of a value, without its content. */
const shown = (given: unknown): string => {
  if (given === null || given === undefined) return String(given)
  if (typeof given !== 'object') return typeof given
  return `an object of ${given.constructor?.name ?? 'no class'}`
}
