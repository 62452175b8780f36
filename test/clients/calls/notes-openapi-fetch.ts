import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

const [, , baseUrl = '', authorization = ''] = process.argv
const client = createClient<paths>({ baseUrl, headers: { Authorization: authorization } })

const page = await client.GET('/notes/', {
  params: { query: { page: 2, page_size: 2, ordering: ['-id'] } },
})
const ids: number[] | undefined = page.data?.results.map(({ id }) => id)
const note = await client.GET('/notes/{id}/', { params: { path: { id: 1 } } })
const rating: string | undefined = note.data?.rating
const wrong = await client.POST('/notes/', {
  body: { title: '', body: '', priority: 0, rating: '1.00' },
})

console.log(JSON.stringify({ ids, rating, status: wrong.response.status, error: wrong.error }))
