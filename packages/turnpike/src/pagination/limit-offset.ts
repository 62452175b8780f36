import { NotFound } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import { parseNumber } from '../http/syntax/query-number.ts'
import { TranslatableMessage } from '../languages/message.ts'
import { orNull } from '../rules/rule.ts'
import { trueOrFalse } from '../rules/text.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import { cacheable } from './cacheable.ts'
import {
  type CountPolicy,
  countFields,
  countPolicy,
  countPreferenceList,
  preferredCount,
} from './count-policy.ts'
import { countedSlice } from './counted-slice.ts'
import { numberedControls } from './displayed-pages.ts'
import { withParameter } from './links.ts'
import { pageResponse } from './page-response.ts'
import { pageSizeOf, sizeOrNull } from './page-size.ts'
import type { JsonSchemaValue, Pagination } from './pagination.ts'
import { describedAs, numberParameter } from './style-description.ts'

/** Options of `limitOffsetPagination`. */
export interface LimitOffsetOptions {
  /**
   * The limit if the client sends none. Default the setting `PAGE_SIZE`; null: the list is
   * paginated only if the client sends a limit.
   */
  defaultLimit?: number | null
  /**
   * Name of the query parameter with the limit. Default `limit`; null: the client cannot choose.
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
  /** Controls of browsable pages. Default `numbers`; null: none. */
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
    count: usual = 'exact',
    countPreferences: offered = [],
    pageInfo = false,
    linkHeader = false,
    template = 'numbers',
  } = options
  const sizes = { parameter: limitQueryParam, max: maxLimit, usual: defaultLimit }
  /** A window that starts at the beginning needs no offset. */
  const startingAt = (url: string, start: number) =>
    withParameter(url, offsetQueryParam, start <= 0 ? null : `${start}`)

  const counts = [usual, ...offered]
  const style: Pagination = {
    ...(offered.length > 0 && { vary: ['Prefer'] }),

    async paginate(items, request, view) {
      const limit = pageSizeOf(request, view, sizes)
      if (limit === null) return null

      const offset = parseNumber(request.queryValue(offsetQueryParam) ?? '') ?? 0
      if (maxOffset !== null && offset > maxOffset) {
        throw tooDeep(maxOffset)
      }
      const preferred = preferredCount(request, offered)
      const policy = preferred ?? usual
      const found = await countedSlice(items, offset, limit, policy)
      const { count, countIs, known, isOpen } = found
      const url =
        limitQueryParam === null
          ? request.url
          : withParameter(request.url, limitQueryParam, `${limit}`)
      const link = (start: number) => startingAt(url, start)
      const next = offset + limit < known ? link(offset + limit) : null
      const previous = offset > 0 ? link(offset - limit) : null

      const counted = countFields(policy, found)

      return {
        items: found.items,
        count,
        countIs,
        next,
        previous,
        respond(results) {
          const info = pageInfo && { limit, offset }
          const body = { ...counted, next, previous, results, ...info }
          const lastStart = known === 0 ? 0 : known - 1 - ((known - 1) % limit)
          const isLastKnown = !isOpen && (maxOffset === null || lastStart <= maxOffset)
          const links = linkHeader
            ? { next, previous, first: link(0), last: isLastKnown ? link(lastStart) : null }
            : null
          return pageResponse(body, { links, preferred })
        },
        controls() {
          if (template === null || (known <= limit && !isOpen)) return null
          const before = Math.ceil(offset / limit)
          const number = before + 1
          const last = Math.max(1, before + Math.ceil((known - offset) / limit))
          const pageLink = (page: number) =>
            startingAt(request.url, offset + (page - number) * limit)
          return numberedControls(template, {
            next,
            previous,
            number,
            last,
            isOpen,
            link: pageLink,
          })
        },
      }
    },

    describe: describedAs({
      sizes,
      sizeIs: 'Most items to answer',
      parameters: (limit) => [
        ...limit,
        numberParameter(offsetQueryParam, 'How many items of the list to skip', {
          min: 0,
          max: maxOffset,
          fallback: 0,
        }),
      ],
      counts,
      info: pageInfo ? windowSchema : {},
      linkHeader,
      raises: maxOffset === null ? [] : [tooDeep(maxOffset)],
    }),
  }
  return cacheable(style, usual, offered)
}

const windowSchema: JsonSchemaValue = {
  limit: { type: 'integer', minimum: 1, description: 'Most items of this answer.' },
  offset: { type: 'integer', minimum: 0, description: 'How many items were skipped.' },
}

const tooDeep = (maxOffset: number) =>
  new NotFound(
    new TranslatableMessage('Invalid offset: the greatest is {limit}.', { limit: maxOffset }),
  )
