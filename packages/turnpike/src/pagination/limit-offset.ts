import { NotFound } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import { parseNumber } from '../http/syntax/query-number.ts'
import { TranslatableMessage } from '../languages/message.ts'
import { orNull } from '../rules/rule.ts'
import { trueOrFalse } from '../rules/text.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import { cacheable } from './cacheable.ts'
import { type CountPolicy, countPolicy, countPreferenceList } from './count-policy.ts'
import { countedSlice, type Total } from './counted-slice.ts'
import { countedStyle } from './counted-style.ts'
import { linksOf, withParameter } from './links.ts'
import { sizeOrNull } from './page-size.ts'
import type { JsonSchemaValue, Pagination } from './pagination.ts'
import { numberParameter } from './style-description.ts'

/** Options of `limitOffsetPagination`. */
export interface LimitOffsetOptions {
  /**
   * The limit if the client sends none. Default the setting `PAGE_SIZE`; with null, the list is
   * paginated only if the client sends a limit.
   */
  defaultLimit?: number | null
  /**
   * Name of the query parameter with the limit. Default `limit`; with null, the client cannot
   * choose.
   */
  limitQueryParam?: string | null
  /** Name of the query parameter with the offset. Default `offset`. */
  offsetQueryParam?: string
  /** Largest limit that the client may choose. Default null: any. */
  maxLimit?: number | null
  /**
   * Largest offset; beyond it 404, because a deep offset reads everything before it. Default null:
   * any.
   */
  maxOffset?: number | null
  /** How the list is counted. Default `exact`. */
  count?: CountPolicy
  /**
   * Counts that a client may choose instead, with the field `Prefer: count=none` (RFC 7240).
   * Default none.
   */
  countPreferences?: readonly ('exact' | 'estimated' | 'none')[]
  /** Whether the body also has `limit` and `offset`, after `results`. Default false. */
  pageInfo?: boolean
  /** Whether answers also have the links as a header field, `Link` (RFC 8288). Default false. */
  linkHeader?: boolean
  /** Controls of browsable pages. Default `numbers`; null shows none. */
  template?: string | null
}

export const limitOffsetOptions = knownOptions<LimitOffsetOptions>('limitOffsetPagination()', {
  defaultLimit: sizeOrNull,
  limitQueryParam: 'optional',
  offsetQueryParam: 'optional',
  maxLimit: sizeOrNull,
  maxOffset: orNull(wholeNumber({ least: 0 })),
  count: countPolicy,
  countPreferences: countPreferenceList,
  pageInfo: trueOrFalse,
  linkHeader: trueOrFalse,
  template: 'optional',
})

/**
 * Windows of a list: `?limit=50&offset=100`. The body is `{ count, next, previous, results }`.
 *
 * An invalid limit becomes the default, an invalid offset 0. Beyond the end the window is empty.
 */
export function limitOffsetPagination(options: LimitOffsetOptions = {}): Pagination {
  limitOffsetOptions.require(options)
  const {
    defaultLimit,
    limitQueryParam = 'limit',
    offsetQueryParam = 'offset',
    maxLimit = null,
    maxOffset = null,
    count = 'exact',
    countPreferences = [],
    pageInfo = false,
    linkHeader = false,
    template = 'numbers',
  } = options
  const sizes = { parameter: limitQueryParam, max: maxLimit, usual: defaultLimit }
  /** Links by where their windows start. One that starts at the beginning needs no offset. */
  function linksBy(url: string): (start: number) => string {
    const linkTo = linksOf(url, offsetQueryParam)
    return (start) => linkTo(start <= 0 ? null : `${start}`)
  }

  const style = countedStyle({
    sizes,
    count,
    countPreferences,
    linkHeader,
    template,

    async read(items, request, { size: limit, policy }) {
      const offset = parseNumber(request.queryValue(offsetQueryParam) ?? '') ?? 0
      if (maxOffset !== null && offset > maxOffset) throw tooDeep(maxOffset)

      const found = await countedSlice(items, offset, limit, policy)
      const url =
        limitQueryParam === null
          ? request.url
          : withParameter(request.url, limitQueryParam, `${limit}`)
      const link = linksBy(url)
      const next = offset + limit < found.known ? link(offset + limit) : null
      const previous = offset > 0 ? link(offset - limit) : null

      return {
        items: found.items,
        count: found.count,
        countIs: found.countIs,
        next,
        previous,
        info: pageInfo ? { limit, offset } : null,
        ends() {
          const last = lastStart(found, limit, maxOffset)
          return { first: link(0), last: last === null ? null : link(last) }
        },
        numbering() {
          if (found.known <= limit && !found.isOpen) return null
          const place = placeOf(offset, limit, found)
          const startLink = linksBy(request.url)
          const pageLink = (page: number) => startLink(offset + (page - place.number) * limit)
          return { ...place, next, previous, link: pageLink }
        },
      }
    },

    sizeIs: 'Maximum number of items to return',
    parameters: (limit) => [
      ...limit,
      numberParameter(offsetQueryParam, 'How many items of the list to skip', {
        min: 0,
        max: maxOffset,
        fallback: 0,
      }),
    ],
    info: pageInfo ? windowSchema : {},
    raises: maxOffset === null ? [] : [tooDeep(maxOffset)],
  })
  return cacheable(style, count, countPreferences)
}

/** Where the last window starts. Null if it is not known, or beyond the largest offset. */
function lastStart({ known, isOpen }: Total, limit: number, maxOffset: number | null) {
  const start = known === 0 ? 0 : known - 1 - ((known - 1) % limit)
  return !isOpen && (maxOffset === null || start <= maxOffset) ? start : null
}

/** The window as a page: its number, counted from windows of that size before and after it. */
function placeOf(offset: number, limit: number, { known, isOpen }: Total) {
  const before = Math.ceil(offset / limit)
  const last = Math.max(1, before + Math.ceil((known - offset) / limit))
  return { number: before + 1, last, isOpen }
}

const windowSchema: JsonSchemaValue = {
  limit: { type: 'integer', minimum: 1, description: 'Maximum number of items in this answer.' },
  offset: { type: 'integer', minimum: 0, description: 'How many items were skipped.' },
}

const tooDeep = (maxOffset: number) =>
  new NotFound(
    new TranslatableMessage('Invalid offset: the maximum is {limit}.', { limit: maxOffset }),
  )
