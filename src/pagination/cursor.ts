import { knownOptions } from '../errors/known-options.ts'
import { ApiResponse } from '../http/response.ts'
import type { ItemSet } from '../items/item-set.ts'
import { type Keyset, keyFaultOf, type PlacedItem } from '../items/keyset.ts'
import type { Ordering } from '../items/ordering.ts'
import { chosenOrdering } from '../items/ordering-filter.ts'
import { cacheable } from './cacheable.ts'
import { type Cursor, cursorCodec, invalidCursor } from './cursor-text.ts'
import { withParameter } from './links.ts'
import { pageSizeOf, sizeOrNull } from './page-size.ts'
import type { OrderedPagination, QueryParameter } from './pagination.ts'
import { describedAs } from './style-description.ts'

export interface CursorOptions<Name extends string = string> {
  /**
   * Items per page. Default the setting `PAGE_SIZE`; null: not paginated unless the client says.
   */
  pageSize?: number | null
  /** Name of the query parameter with the cursor. Default `cursor`. */
  cursorQueryParam?: string
  /**
   * Field or fields by which the items are ordered, `-` before a descending one. Default
   * `-created`. An ordering filter of the view comes before it.
   */
  ordering?: Name | readonly Name[]
  /** Name of the query parameter with the page size. Default null: the client cannot choose. */
  pageSizeQueryParam?: string | null
  /** Largest page size that the client may choose. Default null: any. */
  maxPageSize?: number | null
  /** Controls of browsable pages. Default `previous-and-next`; null: none. */
  template?: string | null
}

export const cursorOptions = knownOptions<CursorOptions>('cursorPagination()', {
  pageSize: sizeOrNull,
  cursorQueryParam: 'optional',
  ordering: 'optional',
  pageSizeQueryParam: 'optional',
  maxPageSize: sizeOrNull,
  template: 'optional',
})

/**
 * Pages by position: `?cursor=…` from the links of the page before. The body is `{ next, previous,
 * results }`. Clients go forward and back, never elsewhere, and meet each item that stays in the
 * list exactly once, whatever else is added or removed. The cost of a page does not grow with its
 * depth.
 *
 * The ordering always ends in the primary key, so ties and nulls lose nothing. Items that change
 * their place in it while a client reads may be met twice or missed: order by fields that stay.
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
    template = 'previous-and-next',
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
      const codec = cursorCodec(view.settings.SECRET_KEYS, request.path, order)
      const text = request.queryValue(cursorQueryParam)
      const page = await readPage(keyset, order, text ? codec.read(text) : null, size)
      const link = (cursor: Cursor | null) =>
        cursor && withParameter(request.url, cursorQueryParam, codec.write(cursor))
      const next = link(page.next)
      const previous = link(page.previous)

      return {
        items: page.items,
        next,
        previous,
        respond: (results) => new ApiResponse({ next, previous, results }),
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
      count: null,
      raises: [invalidCursor()],
    }),
  })
}

interface KeysetPage<Item> {
  readonly items: Item[]
  readonly next: Cursor | null
  readonly previous: Cursor | null
}

/** One item more than the page holds is read: it tells whether the list goes on. */
async function readPage<Item>(
  keyset: Keyset<Item>,
  ordering: Ordering,
  cursor: Cursor | null,
  size: number,
): Promise<KeysetPage<Item>> {
  const backward = cursor?.backward ?? false
  const found = await keyset.read({
    ordering,
    from: cursor?.position ?? null,
    includesFrom: cursor?.includesPosition ?? false,
    backward,
    limit: Math.min(size, Number.MAX_SAFE_INTEGER - 1) + 1,
  })
  requireKey(keyset, ordering, found)
  const placed = found.slice(0, size)
  const onward = found.length > size ? away(placed.at(-1), backward) : null
  const back = cursor === null ? null : (away(placed[0], !backward) ?? turnBack(cursor))
  const items = placed.map(({ item }) => item)

  return backward
    ? { items: items.reverse(), next: back, previous: onward }
    : { items, next: onward, previous: back }
}

/** Cursors would pass over items that share a place, and never find those that have none. */
function requireKey(
  keyset: Keyset<unknown>,
  ordering: Ordering,
  placed: readonly PlacedItem<unknown>[],
): void {
  const fault = keyFaultOf(keyset, ordering, placed)
  if (fault === null) return
  const key = keyset.complete([]).join(', ')
  throw new Error(
    fault === 'null'
      ? `cursorPagination() has met an item whose key ${key} is null: name a key that is never null.`
      : `cursorPagination() has met two items with the same key ${key}: name a key that is unique in ` +
          "the list, with several fields if need be, as in key: ['note_id', 'tag_id'].",
  )
}

/** The items beyond this one, which has been shown. */
const away = (placed: PlacedItem<unknown> | undefined, backward: boolean): Cursor | null =>
  placed ? { position: placed.position, backward, includesPosition: false } : null

/**
 * Nothing is left on this side: the way back begins at the position itself, unless it was shown.
 */
const turnBack = ({ position, backward, includesPosition }: Cursor): Cursor => ({
  position,
  backward: !backward,
  includesPosition: !includesPosition,
})

function keysetOf<Item>({ keyset }: ItemSet<Item>): Keyset<Item> {
  if (keyset === undefined) {
    throw new Error('cursorPagination() needs items that are read by position: give them a keyset.')
  }
  return keyset
}

const cursorParameter = (name: string): QueryParameter => ({
  name,
  description: 'Place in the list, from the links of another page. Without it: the first page.',
  schema: { type: 'string' },
})
