import { knownOptions } from '../errors/known-options.ts'
import type { ApiRequest } from '../http/request.ts'
import type { ItemSet } from '../items/item-set.ts'
import { type Keyset, keyFaultOf, type PlacedItems, type Position } from '../items/keyset.ts'
import type { Ordering } from '../items/ordering.ts'
import { chosenOrdering } from '../items/ordering-filter.ts'
import { UnreadablePosition } from '../items/unreadable-position.ts'
import { trueOrFalse } from '../rules/text.ts'
import { cacheable } from './cacheable.ts'
import { type Cursor, cursorCodec, invalidCursor } from './cursors/cursor-codec.ts'
import { type ReferenceCursor, referenceCursorOf, startOf } from './cursors/reference-cursor.ts'
import { linksOf } from './links.ts'
import { pageResponse } from './page-response.ts'
import { pageSizeOf, sizeOrNull } from './page-size.ts'
import type { OrderedPagination, PaginatedView, QueryParameter } from './pagination.ts'
import { describedAs } from './style-description.ts'

/** Options of `cursorPagination`. */
export interface CursorOptions<Name extends string = string> {
  /**
   * Items per page. Default the setting `PAGE_SIZE`; with null, pages only if the client chooses a
   * size.
   */
  pageSize?: number | null
  /** Name of the query parameter with the cursor. Default `cursor`. */
  cursorQueryParam?: string
  /**
   * Field or fields by which the items are ordered, with `-` for descending. Default `-created`.
   * An ordering filter of the view takes precedence.
   */
  ordering?: Name | readonly Name[]
  /** Name of the query parameter with the page size. Default null: the client cannot choose. */
  pageSizeQueryParam?: string | null
  /** Largest page size that the client may choose. Default null: any. */
  maxPageSize?: number | null
  /** Whether answers also have the links as a header field, `Link` (RFC 8288). Default false. */
  linkHeader?: boolean
  /** Controls of browsable pages. Default `previous-and-next`; null shows none. */
  template?: string | null
  /**
   * Whether cursors of Django REST framework are accepted, for clients that follow its links
   * while the service moves: `?cursor=cD0yMDI2…`. They are answered with exact ones. The list
   * must have the same first ordering field. They are not signed: who makes one up can begin at
   * any value of that field, and sees what the list shows anyway. Default false.
   */
  acceptReferenceCursors?: boolean
}

export const cursorOptions = knownOptions<CursorOptions>('cursorPagination()', {
  pageSize: sizeOrNull,
  cursorQueryParam: 'optional',
  ordering: 'optional',
  pageSizeQueryParam: 'optional',
  maxPageSize: sizeOrNull,
  linkHeader: trueOrFalse,
  template: 'optional',
  acceptReferenceCursors: trueOrFalse,
})

/**
 * Pages by position: `?cursor=…` from the links of another page. The body is `{ next, previous,
 * results }`. Clients can only move forward and back. They see each item that stays in the list
 * exactly once, even while others are added or removed. The cost of a page does not grow with
 * its depth.
 *
 * The ordering always ends with the primary key, so ties and nulls cause no loss. Items whose
 * position changes while a client reads may be seen twice or missed: order by fields that do not
 * change.
 */
export function cursorPagination<const Name extends string = '-created'>(
  options: CursorOptions<Name> = {},
): OrderedPagination<NoInfer<Name>> {
  cursorOptions.require(options)
  const {
    pageSize,
    cursorQueryParam = 'cursor',
    ordering = '-created' as Name,
    pageSizeQueryParam = null,
    maxPageSize = null,
    linkHeader = false,
    template = 'previous-and-next',
    acceptReferenceCursors = false,
  } = options
  const sizes = { parameter: pageSizeQueryParam, max: maxPageSize, usual: pageSize }
  const ownOrdering: readonly Name[] = typeof ordering === 'string' ? [ordering] : ordering

  return cacheable({
    ordering: ownOrdering,

    async paginate(items, request, view) {
      const size = pageSizeOf(request, view, sizes)
      if (size === null) return null
      if (view === undefined) {
        throw new Error('cursorPagination() signs with the SECRET_KEYS of the view: pass the view.')
      }

      const keyset = keysetOf(items)
      const order = keyset.complete(chosenOrdering(request, view) ?? ownOrdering)
      const codec = cursorCodec(
        view.settings.SECRET_KEYS,
        request.path,
        order,
        narrowing(request, view),
      )
      const text = request.queryValue(cursorQueryParam)
      const reference = text && acceptReferenceCursors ? referenceCursorOf(text) : null
      const page =
        reference === null
          ? await readPage(keyset, order, text ? codec.read(text) : null, size)
          : await referencePage(items, keyset, order, reference, size)
      const linkTo = linksOf(request.url, cursorQueryParam)
      const next = page.next && linkTo(codec.write(page.next))
      const previous = page.previous && linkTo(codec.write(page.previous))

      return {
        items: page.items,
        next,
        previous,
        respond(results) {
          const body = { next, previous, results }
          if (!linkHeader) return pageResponse(body, { links: null, preferred: null })
          return pageResponse(body, {
            links: { next, previous, first: linkTo(null), last: null },
            preferred: null,
          })
        },
        controls:
          template === null || (next === null && previous === null)
            ? null
            : { template, next, previous, pages: [] },
      }
    },

    describe: describedAs({
      sizes,
      sizeIs: 'Items per page',
      parameters: (size) => [cursorParameter(cursorQueryParam), ...size],
      counts: [],
      info: {},
      linkHeader,
      raises: [invalidCursor()],
    }),
  })
}

/** The values in the query that decide which items the list has, sorted by name. */
const narrowing = (request: ApiRequest, { narrowedBy = [] }: PaginatedView): string[][] =>
  narrowedBy
    .map(({ name, normalise = String }) => [name, normalise(request.queryValue(name) ?? '')])
    .filter(([, value]) => value !== '')
    .sort()

interface KeysetPage<Item> {
  readonly items: Item[]
  readonly next: Cursor | null
  readonly previous: Cursor | null
}

/** The page of a cursor of Django REST framework. */
async function referencePage<Item>(
  items: ItemSet<Item>,
  keyset: Keyset<Item>,
  ordering: Ordering,
  reference: ReferenceCursor,
  size: number,
): Promise<KeysetPage<Item>> {
  const { value, backward } = reference
  if (value === null && !backward) return readPage(keyset, ordering, null, size)
  const start = await startOf(items, ordering, reference)
  if (start !== null) return readPage(keyset, ordering, start, size)

  // Nothing is beyond it: the way back begins at the other end of the list.
  const nearest = await startOf(items, ordering, { value: null, backward: !backward })
  return backward
    ? { items: [], next: nearest, previous: null }
    : { items: [], next: null, previous: nearest }
}

/** Reads one extra item to see whether the list continues. */
async function readPage<Item>(
  keyset: Keyset<Item>,
  ordering: Ordering,
  cursor: Cursor | null,
  size: number,
): Promise<KeysetPage<Item>> {
  const backward = cursor?.backward ?? false
  const reading = keyset.read({
    ordering,
    from: cursor?.position ?? null,
    includesFrom: cursor?.includesPosition ?? false,
    backward,
    limit: Math.min(size, Number.MAX_SAFE_INTEGER - 1) + 1,
  })
  const found = await reading.catch((error: unknown) => {
    throw error instanceof UnreadablePosition ? invalidCursor() : error
  })
  requireKey(keyset, ordering, found)
  const goesOn = found.items.length > size
  const items = found.items.slice(0, size)
  const onward = goesOn ? away(found.positionOf(size - 1), backward) : null
  const back = cursor === null ? null : wayBack(found, cursor)

  return backward
    ? { items: items.reverse(), next: back, previous: onward }
    : { items, next: onward, previous: back }
}

/** Cursors would skip items with the same position, and never find items without one. */
function requireKey(
  keyset: Keyset<unknown>,
  ordering: Ordering,
  placed: PlacedItems<unknown>,
): void {
  const fault = keyFaultOf(keyset, ordering, placed)
  if (fault === null) return
  const key = keyset.complete([]).join(', ')
  throw new Error(
    fault === 'null'
      ? `cursorPagination() found an item whose key ${key} is null: use a key that is never null.`
      : `cursorPagination() found two items with the same key ${key}: use a key that is unique in ` +
          "the list, with several fields if need be, as in key: ['note_id', 'tag_id'].",
  )
}

/** The items beyond the one in this position, which was shown. */
const away = (position: Position, backward: boolean): Cursor => ({
  position,
  backward,
  includesPosition: false,
})

/**
 * From the first item. If nothing is left on this side, from the position itself, unless it was
 * shown.
 */
function wayBack(placed: PlacedItems<unknown>, cursor: Cursor): Cursor {
  const { position, backward, includesPosition } = cursor
  return placed.items.length > 0
    ? away(placed.positionOf(0), !backward)
    : { position, backward: !backward, includesPosition: !includesPosition }
}

function keysetOf<Item>({ keyset }: ItemSet<Item>): Keyset<Item> {
  if (keyset === undefined) {
    throw new Error(
      'cursorPagination() needs items that can be read by position: give them a keyset.',
    )
  }
  return keyset
}

const cursorParameter = (name: string): QueryParameter => ({
  name,
  description: 'Position in the list, from the links of another page. Without it: the first page.',
  schema: { type: 'string' },
})
