import { ApiResponse, arrayItems, createApi, limitOffsetPagination, routes } from 'turnpike'
import { describe, expect, it } from 'vitest'
import { displayedPages } from '../../packages/turnpike/src/pagination/displayed-pages.ts'
import { loadTable, vectorsFolder } from './replay/load.ts'

interface PageNumbersTable {
  rows: { current: number; total: number; shown: (number | null)[] }[]
}

interface WindowsTable {
  rows: {
    count: number
    limit: number
    offset: number
    shown_at_all: boolean
    /** Null for a gap. */
    links: ({ number: number; active: boolean; url: string } | null)[]
    previous: string | null
    next: string | null
  }[]
}

const pageNumbers = await loadTable<PageNumbersTable>(vectorsFolder, 'page-number-controls.json')
const windows = await loadTable<WindowsTable>(vectorsFolder, 'limit-offset-controls.json')

describe.runIf(pageNumbers)('page numbers that controls show', () => {
  it.each(pageNumbers?.rows ?? [])(
    'page $current of $total has the same controls',
    ({ current, total, shown }) => {
      expect(displayedPages(current, total)).toEqual(shown)
    },
  )
})

describe.runIf(windows)('limit/offset links that controls show', () => {
  it.each(windows?.rows ?? [])(
    'limit $limit, offset $offset of $count has the same controls',
    async (row) => {
      const { links, previous, next } = row
      const pages = links.map((link) =>
        link === null ? null : { number: link.number, url: link.url, isActive: link.active },
      )

      expect(await controlsOf(row)).toEqual(
        row.shown_at_all ? { template: 'numbers', previous, next, pages } : null,
      )
    },
  )
})

/** What the controls of a list of `count` items show for a request of one window of it. */
async function controlsOf({ count, limit, offset }: WindowsTable['rows'][number]) {
  const items = arrayItems(Array.from({ length: count }, (_, id) => ({ id })))
  const api = createApi({ DEFAULT_PAGINATION_CLASS: limitOffsetPagination() })
  const controls = api.view({
    async get(request, view) {
      const page = await view.pagination?.paginate(items, request, view)
      const shown = new ApiResponse()
      shown.controls = page?.controls ?? null
      return new ApiResponse({ controls: shown.controls })
    },
  })

  const app = routes(api, { '/w/': controls })
  const response = await app.fetch(
    new Request(`http://testserver/w/?limit=${limit}&offset=${offset}`),
  )
  const body = (await response.json()) as { controls: unknown }
  return body.controls
}
