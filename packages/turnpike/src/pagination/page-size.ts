import type { ApiRequest } from '../http/request.ts'
import { parseNumber } from '../http/syntax/query-number.ts'
import { orNull } from '../rules/rule.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import type { PaginatedView } from './pagination.ts'

export const sizeOrNull = orNull(wholeNumber({ least: 1 }))

export interface PageSizeOptions {
  /** Name of the query parameter with the size; with null, the client cannot choose. */
  parameter: string | null
  /** Largest size that the client may choose; null means any. */
  max: number | null
  /** The default size. Undefined means the setting `PAGE_SIZE`. */
  usual: number | null | undefined
}

/**
 * The number of items per page: the client's choice within bounds, otherwise the default. Null
 * means no pages.
 */
export function pageSizeOf(
  request: ApiRequest,
  view: PaginatedView | undefined,
  { parameter, max, usual }: PageSizeOptions,
): number | null {
  const chosen = parameter === null ? null : parseSize(request.queryValue(parameter), max)
  const otherwise = usual === undefined ? view?.settings.PAGE_SIZE : usual
  return chosen ?? otherwise ?? null
}

/**
 * Parses a client's size, at most `max`. Null if it is not a number of at least 1, and so not
 * chosen.
 */
export function parseSize(text: string | null, max: number | null): number | null {
  const size = text === null ? null : parseNumber(text)
  if (size === null || size === 0) return null
  return max === null ? size : Math.min(size, max)
}
