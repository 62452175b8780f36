/** Hono 4 on @hono/node-server. */
import { serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import {
  type Account,
  add,
  authenticate,
  me,
  newNote,
  notAllowed,
  notFound,
  numberedPage,
  Refusal,
  timeline,
  windowOf,
} from './notes.ts'

type Variables = { account: Account }
type Page = (url: string, query: Record<string, string>) => unknown

const app = new Hono<{ Variables: Variables }>()

const list = (page: Page) => (context: Context) => {
  const { req } = context
  return context.json(page(`http://${req.header('host')}${req.path}`, req.query()) as object)
}

const api = new Hono<{ Variables: Variables }>()
for (const path of ['/me/', '/notes/', '/window/', '/timeline/']) {
  api.use(path, async (context, next) => {
    context.set('account', authenticate(context.req.header('Authorization')))
    await next()
  })
}
api.get('/me/', (context) => context.json(me(context.get('account'))))
api.get('/notes/', list(numberedPage))
api.get('/window/', list(windowOf))
api.get('/timeline/', list(timeline))
api.post('/notes/', async (context) => context.json(add(newNote(await context.req.json())), 201))
for (const path of ['/me/', '/notes/', '/window/', '/timeline/']) {
  const allow = path === '/notes/' ? 'GET, HEAD, POST' : 'GET, HEAD'
  api.all(path, (context) => {
    context.header('Allow', allow)
    return context.json(notAllowed(context.req.method), 405)
  })
}
app.route('/', api)

app.notFound((context) => context.json(notFound, 404))
app.onError((error, context) => {
  if (!(error instanceof Refusal)) throw error
  if (error.status === 401) context.header('WWW-Authenticate', 'Token')
  return context.json(error.body as object, error.status as 400)
})

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
process.once('SIGTERM', () => process.exit())
