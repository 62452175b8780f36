import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import {
  arrayItems,
  createApi,
  type Pagination,
  type Renderer,
  routes,
  type Settings,
} from '../../src/index.ts'
import type { PageControls } from '../../src/pages/index.ts'

/** Requests to `/items/`, a list of the numbers from 1 to `count`. */
export function listOf(count: number, pagination: Pagination | null, settings: Settings = {}) {
  const rows = Array.from({ length: count }, (_, index) => ({ id: index + 1 }))
  const api = createApi({ LOGGER: silentLogger, ...settings })
  const list = { items: arrayItems(rows), serialize: ({ id }: { id: number }) => id, pagination }
  const client = testClient(
    routes(api, {
      '/items/': api.listView(list),
      '/controls/': api.listView({ ...list, renderers: [controlsRenderer] }),
    }),
  )

  return {
    /** The body of 200, else the status and the detail. Links are without scheme, host and path. */
    async get(query = '') {
      const response = await client.get(`/items/${query}`)
      const body = await response.json()
      if (response.status !== 200) return { status: response.status, detail: body.detail }
      return { ...body, ...shortened(body) }
    },
    /** The controls of the page, as browsable pages get them. */
    async controls(query = ''): Promise<PageControls | null> {
      return (await client.get(`/controls/${query}`)).json()
    },
  }
}

const invalid = (detail: string) => ({ status: 404, detail })

/** The answer to an invalid page. */
export const invalidPage = invalid('Invalid page.')

const shortened = ({ next, previous }: Record<string, string | null | undefined>) => ({
  ...(next && { next: short(next) }),
  ...(previous && { previous: short(previous) }),
})

const short = (link: string) => link.replace('http://testserver/items/', '')

const controlsRenderer: Renderer = {
  mediaType: 'application/json',
  format: 'json',
  charset: null,
  render: (_data, { response }) => JSON.stringify(response.controls),
}
