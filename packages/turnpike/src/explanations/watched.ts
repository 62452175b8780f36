import { mark } from '../caching/mark.ts'
import type { ApiRequest } from '../http/request.ts'
import type { Explanation } from './explanation.ts'

const watched = mark<ApiRequest, (status: number) => Explanation | null>()

/** Makes `explanationOf` explain the request, as long as the request lives. */
export const watch = (request: ApiRequest, explain: (status: number) => Explanation | null): void =>
  watched.set(request, explain)

/**
 * Why a request gets an answer with this status; null when it is not to be explained, or the answer
 * refuses nothing. Pages call it: it loads nothing.
 */
export const explanationOf = (request: ApiRequest, status: number): Explanation | null =>
  isRefusal(status) ? (watched.get(request)?.(status) ?? null) : null

/** Statuses that say that a client may not do something, not what is wrong with its data. */
const isRefusal = (status: number): boolean => [401, 403, 405, 406, 429].includes(status)
