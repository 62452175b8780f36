/** A Worker with a list to which clients add, validated by a schema of zod. */
import { arrayStore, createApi, pageNumberPagination, routes } from 'turnpike'
import * as z from 'zod'

const api = createApi({ SECRET_KEYS: ['only-for-a-test-of-sizes-0123456789-0123456789-0123'] })

const app = routes(api, {
  '/notes/': api.listView({
    store: arrayStore<{ id: number; title: string }>([]),
    schema: z.object({ title: z.string().max(20) }),
    pagination: pageNumberPagination({ pageSize: 2 }),
    permissions: [],
  }),
})

export default { fetch: (request: Request) => app.fetch(request, {}) }
