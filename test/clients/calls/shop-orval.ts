import { categoriesList, type OrdersInput, ordersCreate } from './orval.js'

const [, , , authorization = ''] = process.argv
const options = { headers: { Authorization: authorization } }

const order: OrdersInput = {
  status: 'paid',
  lines: [{ sku: 'a', count: 2 }],
  address: { street: 'Main Street 1', country: 'NL' },
  payment: { kind: 'invoice', due: '2026-12-01T00:00:00Z' },
}
const added = await ordersCreate(order, options)
const id: number | null = added.status === 201 ? added.data.id : null
const categories = await categoriesList(options)
const names =
  categories.status === 200
    ? categories.data.map(({ name, children }) => [name, children.length])
    : null

console.log(JSON.stringify({ id, names }))
