import {
  arrayItems,
  arrayStore,
  basicAuthentication,
  booleanField,
  charField,
  choiceField,
  createApi,
  cursorPagination,
  dateTimeField,
  integerField,
  isAuthenticatedOrReadOnly,
  limitOffsetPagination,
  listField,
  loginView,
  logoutView,
  memoryAccounts,
  memorySessions,
  obtainToken,
  routes,
  sessionAuthentication,
  tokenAuthentication,
} from 'turnpike'
import { openApiView } from 'turnpike/openapi'
import { z } from 'zod'

const lineSchema = z.object({ sku: charField(), count: integerField({ minValue: 1 }) })

/** What OpenAPI has words for, and generators stumble over: nested, repeated, optional and either-or. */
const orderSchema = z.object({
  status: choiceField(['open', 'paid', 'sent']).default('open'),
  lines: listField(lineSchema),
  address: z.object({ street: charField(), country: charField({ maxLength: 2 }) }).nullable(),
  labels: z.record(z.string(), z.string()).optional(),
  payment: z.union([
    z.object({ kind: z.literal('card'), last4: charField() }),
    z.object({ kind: z.literal('invoice'), due: dateTimeField() }),
  ]),
  isGift: booleanField().default(false),
  parts: z.array(z.union([z.int(), z.string()])).optional(),
})

interface Category {
  name: string
  children: Category[]
}

const categorySchema: z.ZodType<Category> = z
  .object({ name: z.string(), children: z.lazy(() => z.array(categorySchema)) })
  .meta({ id: 'Category' })

const shownOrderSchema = z
  .object({ id: z.int(), reference: z.uuid(), status: z.enum(['open', 'paid', 'sent']) })
  .loose()
  .meta({ id: 'Order' })

type OrderData = z.infer<typeof orderSchema>
type Order = OrderData & { id: number; reference: string }

/** A service with more kinds of schemas than the notes have. */
export function createRichApp() {
  const { users, tokens } = memoryAccounts({ users: [{ username: 'ann', password: 'wonderland' }] })
  const sessions = memorySessions({ users })
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [
      basicAuthentication({ users }),
      tokenAuthentication({ tokens, keyword: 'Bearer' }),
      sessionAuthentication({ sessions }),
    ],
    DEFAULT_PERMISSION_CLASSES: [isAuthenticatedOrReadOnly],
    PAGE_SIZE: 10,
  })
  const orders = arrayStore<Order>([])
  const create = (order: OrderData) => orders.create({ ...order, reference: crypto.randomUUID() })
  const views = {
    '/orders/': api.listView({
      items: orders.items,
      schema: orderSchema,
      answers: shownOrderSchema,
      create,
      pagination: limitOffsetPagination({ defaultLimit: null }),
      location: ({ id }) => `/orders/${id}/`,
    }),
    '/orders/:id/': api.detailView({
      store: orders,
      schema: orderSchema,
      answers: shownOrderSchema,
    }),
    '/history/': api.listView({
      items: orders.items,
      answers: shownOrderSchema,
      pagination: cursorPagination({ ordering: ['-id'] }),
      orderingFilter: { fields: ['id'] },
    }),
    '/categories/': api.listView({
      items: arrayItems<Category & { id: number }>([{ id: 1, name: 'Books', children: [] }]),
      answers: categorySchema,
    }),
    '/api-token-auth/': obtainToken({ users, tokens }),
    '/login/': loginView({ users, sessions }),
    '/logout/': logoutView({ sessions }),
  }
  return routes(api, {
    ...views,
    '/openapi.json': openApiView(views, { title: 'Shop', version: '1' }),
  })
}
