import type { ApiRequest } from '../http/request.ts'
import type { ItemSet } from '../items/item-set.ts'
import {
  type CountPolicy,
  type CountPreference,
  countFields,
  type ListCount,
  preferredCount,
} from './count-policy.ts'
import { type Numbering, numberedControls } from './displayed-pages.ts'
import { type PageLinks, pageResponse } from './page-response.ts'
import { type PageSizeOptions, pageSizeOf } from './page-size.ts'
import type { Pagination } from './pagination.ts'
import { describedAs, type StyleDescription } from './style-description.ts'

/** A style of counted lists, whose clients choose a page by its place in the list. */
export interface CountedStyle
  extends Pick<StyleDescription, 'sizeIs' | 'parameters' | 'info' | 'raises'> {
  readonly sizes: PageSizeOptions
  /** How the list is counted. */
  readonly count: CountPolicy
  /** Counts that a client may choose instead. */
  readonly countPreferences: readonly CountPreference[]
  /** Whether answers also have the links as a header field, `Link` (RFC 8288). */
  readonly linkHeader: boolean
  /** Controls of browsable pages. Null shows none. */
  readonly template: string | null
  /** @throws NotFound when the page that the client chose does not exist. */
  read<Item>(
    items: ItemSet<Item>,
    request: ApiRequest,
    chosen: ChosenPages,
  ): Promise<CountedPage<Item>>
}

/** How a request divides the list. */
export interface ChosenPages {
  /** Items per page. */
  readonly size: number
  readonly policy: CountPolicy
}

/** One page of a counted list. */
export interface CountedPage<Item> extends ListCount {
  readonly items: Item[]
  readonly next: string | null
  readonly previous: string | null
  /** The fields of the body after `results`. Null if there are none. */
  readonly info: object | null
  /** The links to both ends of the list. */
  ends(): Pick<PageLinks, 'first' | 'last'>
  /** What the controls show. Null if all items are on this page. */
  numbering(): Numbering | null
}

/** The style: its pages have a count and links, its answers what the client preferred. */
export function countedStyle(style: CountedStyle): Pagination {
  const { sizes, count: usual, countPreferences: offered, linkHeader, template } = style
  return {
    ...(offered.length > 0 && { vary: ['Prefer'] }),

    async paginate(items, request, view) {
      const size = pageSizeOf(request, view, sizes)
      if (size === null) return null

      const preferred = preferredCount(request, offered)
      const policy = preferred ?? usual
      const page = await style.read(items, request, { size, policy })
      const { count, countIs, next, previous } = page

      return {
        items: page.items,
        count,
        countIs,
        next,
        previous,
        respond(results) {
          const body = { ...countFields(policy, page), next, previous, results, ...page.info }
          const links = linkHeader ? { next, previous, ...page.ends() } : null
          return pageResponse(body, { links, preferred })
        },
        controls() {
          const numbering = template === null ? null : page.numbering()
          return template === null || numbering === null
            ? null
            : numberedControls(template, numbering)
        },
      }
    },

    describe: describedAs({
      sizes,
      sizeIs: style.sizeIs,
      parameters: style.parameters,
      counts: [usual, ...offered],
      info: style.info,
      linkHeader,
      raises: style.raises,
    }),
  }
}
