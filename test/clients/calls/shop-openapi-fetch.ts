import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'

const [, , baseUrl = '', authorization = ''] = process.argv
const client = createClient<paths>({ baseUrl, headers: { Authorization: authorization } })

const order: components['schemas']['OrdersInput'] = {
  status: 'paid',
  lines: [{ sku: 'a', count: 2 }],
  address: { street: 'Main Street 1', country: 'NL' },
  payment: { kind: 'invoice', due: '2026-12-01T00:00:00Z' },
  isGift: false,
}
const added = await client.POST('/orders/', { body: order })
const id: number | undefined = added.data?.id
const { data: categories } = await client.GET('/categories/')
const names = categories?.map(({ name, children }) => [name, children.length])

console.log(JSON.stringify({ id, names }))
