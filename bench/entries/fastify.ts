/** Fastify 5 as it wants to be used: hooks, schemas for what comes and what goes. */
import fastify, { type FastifyRequest } from 'fastify'
import { notAllowed, notFound, Refusal } from './answers.ts'
import type { Query } from './pages.ts'
import { type Account, me, type NewNote } from './rules.ts'

declare module 'fastify' {
  interface FastifyRequest {
    account: Account
  }
}

const isPostgres = /^postgres(ql)?:/.test(process.env.DATABASE ?? '')
const { authenticate, add, numberedPage, windowOf, timeline } = isPostgres
  ? await import('./notes-postgres.ts')
  : await import('./notes.ts')

const app = fastify({ ajv: { customOptions: { allErrors: true, coerceTypes: false } } })
app.decorateRequest('account', null as unknown as Account)

app.setErrorHandler((error: Error & { validation?: Fault[] }, _request, reply) => {
  if (error.validation) return reply.code(400).send(faultsOf(error.validation))
  if (!(error instanceof Refusal)) throw error
  if (error.status === 401) reply.header('WWW-Authenticate', 'Token')
  return reply.code(error.status).send(error.body)
})
app.setNotFoundHandler((_request, reply) => reply.code(404).send(notFound))

interface Fault {
  keyword: string
  instancePath: string
  params: { missingProperty?: string }
}

const messages: Record<string, string> = {
  'title.type': 'Not a valid string.',
  'title.pattern': 'This field may not be blank.',
  'title.maxLength': 'Ensure this field has no more than 100 characters.',
  'priority.type': 'A valid integer is required.',
}

function faultsOf(faults: readonly Fault[]): Record<string, string[]> {
  const told: Record<string, string[]> = {}
  for (const { keyword, instancePath, params } of faults) {
    const field = params.missingProperty ?? instancePath.slice(1)
    const text =
      keyword === 'required' ? 'This field is required.' : messages[`${field}.${keyword}`]
    if (text) told[field] = [...(told[field] ?? []), text]
  }
  return told
}

const text = { type: 'string' } as const
const link = { type: ['string', 'null'] } as const
const note = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    title: text,
    priority: { type: 'integer' },
    created: text,
  },
} as const
const results = { type: 'array', items: note } as const
const counted = {
  type: 'object',
  properties: { count: { type: 'integer' }, next: link, previous: link, results },
} as const
const cursored = {
  type: 'object',
  properties: { next: link, previous: link, results },
} as const
const account = {
  type: 'object',
  properties: { username: text, email: text, is_staff: { type: 'boolean' } },
} as const
const body = {
  type: 'object',
  required: ['title', 'priority'],
  properties: {
    title: { type: 'string', maxLength: 100, pattern: '\\S' },
    priority: { type: 'integer' },
  },
} as const

const urlOf = (request: FastifyRequest) => `http://${request.host}${request.routeOptions.url}`

app.register(async (api) => {
  api.addHook('onRequest', async (request) => {
    request.account = await authenticate(request.headers.authorization)
  })
  api.get('/me/', { schema: { response: { 200: account } } }, async (request) =>
    me(request.account),
  )
  const pages = [
    ['/notes/', numberedPage, counted],
    ['/window/', windowOf, counted],
    ['/timeline/', timeline, cursored],
  ] as const
  for (const [path, page, schema] of pages) {
    api.get(path, { schema: { response: { 200: schema } } }, async (request) =>
      page(urlOf(request), request.query as Query),
    )
  }
  api.post('/notes/', { schema: { body, response: { 201: note } } }, async (request, reply) => {
    const { title, priority } = request.body as NewNote
    reply.code(201)
    return add({ title: title.trim(), priority })
  })
  for (const path of ['/me/', '/window/', '/timeline/']) {
    api.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url: path,
      handler: async (request, reply) =>
        reply.code(405).header('Allow', 'GET, HEAD').send(notAllowed(request.method)),
    })
  }
})

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.once('SIGTERM', () => process.exit())
