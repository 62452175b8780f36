import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demo } from '../../../../examples/notes/seed.ts'
import {
  credentialsFor,
  type NotesService,
  openNotesService,
} from '../../../../test/behaviour/notes-service.ts'
import type {
  HeaderObject,
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from '../../src/openapi/index.ts'
import { expectValid, misfits, resolve } from './valid.ts'

type Sent = { method?: string; headers?: Record<string, string>; body?: string; from?: string }

let service: NotesService
let document: OpenApiDocument
let credentials: Awaited<ReturnType<typeof credentialsFor>>
let address = 0
/** The id of an API key of the demo user. */
let keyId = ''
/** An API key without any scope. */
let withoutScope: Record<string, string>

beforeAll(async () => {
  service = await openNotesService()
  credentials = await credentialsFor(service)
  const { keys, users } = service
  const user = await users.find(demo.username)
  if (user === null) throw new Error('There is no demo user.')
  const { key, apiKey } = await keys.create(user, { name: 'export', scopes: [] })
  keyId = apiKey.id
  withoutScope = { Authorization: `Api-Key ${key}` }
  document = (await (await send('/openapi.json')).json()) as OpenApiDocument
})
afterAll(() => service.close())

/** Each request is of a client of its own, unless it says which one. */
async function send(path: string, { method = 'GET', headers = {}, body, from }: Sent = {}) {
  const request = new Request(`http://api.test${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
  const connection = {
    address: from ?? `10.0.${address >> 8}.${address++ & 255}`,
    remoteUser: null,
  }
  return service.app.fetch(request, { connection })
}

/** The path of something that exists. */
const itemOf = (path: string) => path.replace('{id}', path.startsWith('/keys/') ? keyId : '1')

/** The operations of the document with a path that leads to something. */
const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path: itemOf(path), method: method.toUpperCase(), operation }] : []
    }),
  )

const json = { 'Content-Type': 'application/json' }
/** What may be sent to a path so that nothing but the body can be wrong with it. */
const good = (path: string): Record<string, string> =>
  /^\/log(in|out)\//.test(path) ? credentials['the session'] : credentials['the key']
const isOpen = (path: string) => path.startsWith('/log')
const wrongLogin = JSON.stringify({ username: demo.username, password: 'guessed' })

/** The requests that provoke an error of the code, by the code. */
const provocations: Record<string, (path: string, method: string) => [path: string, sent: Sent]> = {
  bad_request: (path, method) => [`${path}?${'a&'.repeat(1100)}`, { method, headers: good(path) }],
  not_acceptable: (path, method) => [path, { method, headers: good(path) }],
  not_authenticated: (path, method) => [path, { method }],
  authentication_failed: (path, method) => [
    path,
    { method, headers: credentials['a wrong password'] },
  ],
  csrf_failed: (path, method) => [
    path,
    { method, headers: isOpen(path) ? {} : credentials['the session without CSRF token'] },
  ],
  insufficient_scope: (path, method) => [path, { method, headers: withoutScope }],
  not_owner: (path, method) => [path, { method, headers: credentials['the key of another user'] }],
  not_found: (path, method) => [
    /^\/(notes|keys)\/./.test(path)
      ? path.replace(/[^/]+\/$/, '999999999/')
      : `${path}?page=999999&cursor=x&format=none`,
    { method, headers: good(path) },
  ],
  precondition_failed: (path, method) => [
    path,
    { method, headers: { ...good(path), 'If-Match': '"no"' } },
  ],
  parse_error: (path, method) => [
    path,
    method === 'DELETE'
      ? { method, headers: { ...good(path), 'If-Match': 'no tag' } }
      : { method, headers: { ...good(path), ...json }, body: '{' },
  ],
  invalid: (path, method) =>
    method === 'GET'
      ? [`${path}?search=%00`, { headers: good(path) }]
      : [
          path,
          { method, headers: { ...good(path), ...json }, body: '{"title": null, "username": ""}' },
        ],
  content_too_large: (path, method) => [
    path,
    { method, headers: { ...good(path), ...json }, body: 'x'.repeat(2_700_000) },
  ],
  unsupported_media_type: (path, method) => [
    path,
    { method, headers: { ...good(path), 'Content-Type': 'text/csv' }, body: 'a,b' },
  ],
  throttled: (path, method) => [path, { ...loggingIn(path, method), from: '192.0.2.1' }],
  service_unavailable: (path, method) => [path, loggingIn(path, method)],
  method_not_allowed: (path, method) => [path, { method, headers: good(path) }],
}

/** Wrong credentials, in the header or, where they are looked for, in the body. */
const loggingIn = (path: string, method: string): Sent =>
  /^\/(login|api-token-auth)\//.test(path)
    ? { method, headers: { ...(isOpen(path) && good(path)), ...json }, body: wrongLogin }
    : { method, headers: credentials['a wrong password'] }

describe('the document of the notes example', () => {
  it('the document of the notes example is valid', () => expectValid(document))

  it('the document of the notes example has no example that its schema refuses', () => {
    const responses = operations().flatMap(({ operation }) =>
      Object.values(operation.responses).map((response) =>
        resolve<ResponseObject>(document, response as ResponseObject),
      ),
    )
    const examples = responses.flatMap(({ headers = {}, content = {} }) => [
      ...Object.values(headers).map(({ schema, example }) => ({ schema, value: example })),
      ...Object.values(content).flatMap(({ schema = {}, examples = {} }) =>
        Object.values(examples).map(({ value }) => ({ schema, value })),
      ),
    ])
    const shown = examples.filter(({ value }) => value !== undefined)

    expect(shown.length).toBeGreaterThan(100)
    for (const { schema, value } of shown) expect(misfits(document, schema, value)).toBe('')
  })

  it('the document of the notes example has errors of every kind', () => {
    const codes = operations().flatMap(({ operation }) =>
      errorsOf(operation).map(({ code }) => code),
    )
    expect(new Set([...codes, 'method_not_allowed'])).toEqual(new Set(Object.keys(provocations)))
  })

  it('the document of the notes example has the bodies and header fields of errors as they are sent', {
    timeout: 600_000,
  }, async () => {
    for (const { path, method, operation } of operations()) {
      for (const error of errorsOf(operation)) {
        // They need many requests, and have a test of their own.
        if (error.code === 'throttled' || error.code === 'service_unavailable') continue
        await expectAsDocumented(error, path, method)
      }
    }
  })

  it('the document of the notes example has the answer to other methods', async () => {
    for (const [path, { 'x-other-methods': other }] of Object.entries(document.paths)) {
      const response = resolve<ResponseObject>(document, other as never)
      const allow = String(response.headers?.Allow?.example).split(', ')
      const method = ['PUT', 'DELETE', 'PATCH', 'POST', 'GET'].find((name) => !allow.includes(name))
      const error = { status: 405, response, code: 'method_not_allowed' }
      await expectAsDocumented(error, itemOf(path), method ?? 'TRACE')
    }
  })

  it('the document of the notes example has the answer to too many wrong credentials', {
    timeout: 600_000,
  }, async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      await send('/whoami/', { headers: credentials['a wrong password'], from: '192.0.2.1' })
    }
    await expectAllAsDocumented('throttled')
  })

  it('the document of the notes example has the answer of an overloaded service', {
    timeout: 600_000,
  }, async () => {
    const crowd = Array.from({ length: 130 }, () =>
      send('/whoami/', { headers: credentials['the password of an unknown user'] }),
    )
    await expectAllAsDocumented('service_unavailable')
    await Promise.all(crowd)
  })

  it('the document of the notes example has good answers as they are sent', async () => {
    const read = operations().filter(({ method }) => method === 'GET')
    expect(read.length).toBeGreaterThan(4)
    for (const { path, operation } of read) {
      const response = await send(path, { headers: good(path) })
      const { content } = operation.responses[200] as ResponseObject
      const schema = content?.['application/json']?.schema
      expect(schema, path).toBeDefined()
      expect(misfits(document, schema ?? {}, await response.json()), path).toBe('')
    }
  })

  it('the document of the notes example has the answers to forms of login and logout as they are sent', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const headers = { ...credentials['the session'], ...form }
    const login = (password: string) =>
      new URLSearchParams({ username: demo.username, password }).toString()
    const responsesOf = (path: string) => document.paths[path]?.post?.responses ?? {}

    const wrong = await send('/login/', { method: 'POST', headers, body: login('guessed') })
    expect(wrong.status).toBe(200)
    const { content } = responsesOf('/login/')[200] as ResponseObject
    const schema = content?.['application/json']?.schema ?? {}
    expect(misfits(document, schema, await wrong.json())).toBe('')

    const right = await send('/login/', { method: 'POST', headers, body: login(demo.password) })
    const out = await send('/logout/', { method: 'POST', headers, body: 'a=b' })
    for (const [path, response] of [
      ['/login/', right],
      ['/logout/', out],
    ] as const) {
      expect(response.status, path).toBe(302)
      expect(response.headers.has('Location'), path).toBe(true)
      expect(responsesOf(path)[302], path).toMatchObject({
        headers: { Location: { required: true } },
      })
    }
  })

  it('checks with a schema that can refuse', () => {
    const schema = { $ref: '#/components/schemas/Error' }
    expect(misfits(document, schema, { detail: 'Text.' })).toBe('')
    expect(misfits(document, schema, { detail: ['List.'] })).not.toBe('')
    expect(misfits(document, schema, {})).not.toBe('')
  })
})

interface DocumentedError {
  readonly status: number
  readonly response: ResponseObject
  readonly code: string
}

/** The errors of an operation, one for each documented code. */
const errorsOf = ({ responses }: OperationObject): DocumentedError[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, reference]) => {
      const response = resolve<ResponseObject>(document, reference as ResponseObject)
      const codes = Object.values(response.content ?? {}).flatMap(({ examples = {} }) =>
        Object.keys(examples).map((key) => key.replace(/_\d+$/, '')),
      )
      return [...new Set(codes)].map((code) => ({ status: Number(status), response, code }))
    })

async function expectAllAsDocumented(code: string): Promise<void> {
  const all = operations().flatMap(({ path, method, operation }) =>
    errorsOf(operation)
      .filter((error) => error.code === code)
      .map((error) => ({ error, path, method })),
  )
  expect(all.length).toBeGreaterThan(8)
  await Promise.all(all.map(({ error, path, method }) => expectAsDocumented(error, path, method)))
}

/** Provokes the error in each media type, and compares the answer with what is documented of it. */
async function expectAsDocumented(
  { status, response, code }: DocumentedError,
  path: string,
  method: string,
): Promise<void> {
  const [target, sent] = provocations[code]?.(path, method) ?? [path, {}]
  const what = `${method} ${target}: ${status} ${code}`

  await Promise.all(
    mediaTypesOf(response, code).map(async ([mediaType, { schema }]) => {
      const headers = { ...sent.headers, Accept: acceptFor(mediaType, code) }
      const answer = await send(target, { ...sent, headers })
      expect(answer.status, what).toBe(status)
      expectHeaders(answer, response.headers ?? {}, what)

      const body = (await answer.json()) as object
      expect(schema, what).toBeDefined()
      expect(misfits(document, schema ?? {}, body), what).toBe('')
      if (answer.headers.get('Content-Type') === 'application/problem+json') {
        expect(body, what).toHaveProperty('code', code)
      }
    }),
  )
}

/** A request that comes to no view is refused in JSON, whatever the view renders. */
const mediaTypesOf = ({ content = {} }: ResponseObject, code: string) =>
  Object.entries(content).filter(
    ([mediaType]) => code !== 'bad_request' || mediaType === 'application/json',
  )

/** Problem details are for clients that name them; what the view renders otherwise must do for the rest. */
function acceptFor(mediaType: string, code: string): string {
  const isProblem = mediaType === 'application/problem+json'
  if (code === 'not_acceptable') return isProblem ? mediaType : 'image/png'
  return isProblem ? `application/json, ${mediaType}` : mediaType
}

function expectHeaders(
  { headers }: Response,
  documented: Record<string, HeaderObject>,
  what: string,
): void {
  for (const [name, { required, schema, example }] of Object.entries(documented)) {
    const value = headers.get(name)
    if (required) expect(value, `${what}, ${name}`).not.toBeNull()
    if (value === null) continue
    if (schema.type === 'integer') expect(value, what).toMatch(/^[1-9][0-9]*$/)
    else expect(value, what).toBe(example)
  }
  // Nothing that matters to clients is left out.
  for (const name of ['WWW-Authenticate', 'Retry-After']) {
    if (headers.has(name)) expect(Object.keys(documented), what).toContain(name)
  }
}
