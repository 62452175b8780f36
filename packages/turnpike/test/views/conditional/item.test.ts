import { inspect } from 'node:util'
import { sendThroughNode } from '@turnpike/test-support/node-door.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { type TestClient, testClient } from '@turnpike/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type ApiRequest,
  ApiResponse,
  arrayStore,
  charField,
  createApi,
  type DetailViewOptions,
  formParser,
  jsonRenderer,
  NotFound,
  PermissionDenied,
  type Renderer,
  routes,
  type Settings,
} from '../../../src/index.ts'
import { browsableRenderer } from '../../../src/pages/index.ts'

interface Note {
  id: number
  title: string
  updated: string | null
}

const schema = z.object({ title: charField() })
const date = 'Fri, 02 Jan 2026 03:04:05 GMT'
const before = 'Fri, 02 Jan 2026 03:04:04 GMT'
const after = 'Fri, 02 Jan 2026 03:04:06 GMT'

const csv: Renderer = {
  mediaType: 'text/csv',
  format: 'csv',
  charset: 'utf-8',
  render: (data) => new TextEncoder().encode(Object.values(data as object).join()),
}

let notes: Note[]
beforeEach(() => {
  notes = [{ id: 1, title: 'one', updated: '2026-01-02T03:04:05.678Z' }]
})

function app(options: Partial<DetailViewOptions<Note, Note>> = {}, settings: Settings = {}) {
  const api = createApi({ LOGGER: silentLogger, ...settings })
  const view = api.detailView({
    store: arrayStore(notes),
    schema,
    conditional: { lastModified: 'updated' },
    renderers: [jsonRenderer(), csv, browsableRenderer()],
    ...(options as object),
  })
  return routes(api, { '/notes/:id/': view, '/again/:id/': view })
}
const serve = (...given: Parameters<typeof app>): TestClient => testClient(app(...given))

const tagOf = async (client: TestClient, headers: Record<string, string> = {}) =>
  (await client.get('/notes/1/', { headers })).headers.get('ETag') ?? 'none'

describe('the tag of an item', () => {
  it('the tag of an item is strong, and the answer says that it must be asked for again', async () => {
    const response = await serve().get('/notes/1/')

    expect(response.status).toBe(200)
    expect(response.headers.get('ETag')).toMatch(/^"[\w-]{22}"$/)
    expect(response.headers.get('Last-Modified')).toBe(date)
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
  })

  it('the tag of an item is the same while the item is, and for HEAD', async () => {
    const client = serve()
    const tag = await tagOf(client)

    expect(await tagOf(serve())).toBe(tag)
    expect((await client.request('HEAD', '/notes/1/')).headers.get('ETag')).toBe(tag)
    expect((await client.get('/again/1/')).headers.get('ETag')).toBe(tag)
  })

  it('the tag of an item differs after a change of anything that is sent', async () => {
    const client = serve()
    const tag = await tagOf(client)
    notes[0] = { id: 1, title: 'one!', updated: '2026-01-02T03:04:05.678Z' }

    expect(await tagOf(client)).not.toBe(tag)
  })

  it('the tag of an item differs in each form of the item', async () => {
    const client = serve()
    const forms = ['application/json', 'application/json; indent=2', 'application/json; indent=4']
    const tags = await Promise.all(
      [...forms, 'text/csv'].map((Accept) => tagOf(client, { Accept })),
    )

    expect(new Set(tags).size).toBe(4)
    expect(tags).toEqual(tags.map(() => expect.stringMatching(/^"[\w.-]{22,45}"$/)))
  })

  it('the tag of an item differs between users who are sent different fields, and their answers are private', async () => {
    const client = serve({
      authentication: [
        {
          authenticate: (request: ApiRequest) =>
            request.headers.has('X-User')
              ? { user: request.headers.get('X-User'), auth: null }
              : null,
        },
      ],
      serialize: (note: Note, { user }: ApiRequest) =>
        user === 'ann' ? { ...note, secret: 7 } : note,
    } as object)
    const ann = await client.get('/notes/1/', { headers: { 'X-User': 'ann' } })
    const ben = await client.get('/notes/1/', { headers: { 'X-User': 'ben' } })

    expect(ann.headers.get('ETag')).not.toBe(ben.headers.get('ETag'))
    expect(ann.headers.get('Cache-Control')).toBe('private, no-cache')
    const headers = { 'X-User': 'ann', 'If-None-Match': ben.headers.get('ETag') ?? '' }
    expect((await client.get('/notes/1/', { headers })).status).toBe(200)
  })

  it('the tag of an item is absent from pages, OPTIONS, errors, and the answer to PUT and DELETE', async () => {
    const client = serve()
    const responses = [
      await client.get('/notes/1/', { headers: { Accept: 'text/html' } }),
      await client.request('OPTIONS', '/notes/1/'),
      await client.get('/notes/2/'),
      await client.put('/notes/1/', { json: { title: 'two' } }),
      await client.patch('/notes/1/', { json: { title: '' } }),
      await client.delete('/notes/1/'),
    ]

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 404, 200, 400, 204])
    for (const { headers } of responses) {
      expect(headers.get('ETag')).toBeNull()
      expect(headers.get('Last-Modified')).toBeNull()
    }
  })

  it('the tag of an item is in the answer to PATCH that of the changed item', async () => {
    const client = serve()
    const changed = await client.patch('/notes/1/', { json: { title: 'two' } })

    expect(changed.headers.get('ETag')).toBe(await tagOf(client))
  })

  it('the tag of an item is absent unless the view or the setting asks for it, and preconditions are then ignored', async () => {
    const headers = { 'If-Match': '"no"', 'If-None-Match': '*', 'If-Unmodified-Since': before }
    for (const client of [
      serve({ conditional: false }, { CONDITIONAL_REQUESTS: true }),
      serve({ conditional: undefined } as object),
    ]) {
      const read = await client.get('/notes/1/', { headers })
      expect(read.status).toBe(200)
      expect(read.headers.get('ETag')).toBeNull()
      const json = { title: 'two' }
      expect((await client.patch('/notes/1/', { headers, json })).status).toBe(200)
    }
    const client = serve({ conditional: undefined } as object, { CONDITIONAL_REQUESTS: true })
    expect(await tagOf(client)).not.toBe('none')
  })
})

/** What `TAG` and `OTHER` stand for is filled in. */
const reads: [Record<string, string>, number][] = [
  [{}, 200],
  [{ 'If-None-Match': 'TAG' }, 304],
  [{ 'If-None-Match': 'W/TAG' }, 304],
  [{ 'If-None-Match': '"no", TAG' }, 304],
  [{ 'If-None-Match': '*' }, 304],
  [{ 'If-None-Match': '"no"' }, 200],
  [{ 'If-None-Match': 'OTHER' }, 200],
  [{ 'If-None-Match': 'malformed' }, 200],
  [{ 'If-None-Match': '' }, 200],
  [{ 'If-None-Match': '"no"', 'If-Modified-Since': after }, 200],
  [{ 'If-None-Match': 'malformed', 'If-Modified-Since': after }, 200],
  [{ 'If-None-Match': 'TAG', 'If-Modified-Since': before }, 304],
  [{ 'If-Modified-Since': before }, 200],
  [{ 'If-Modified-Since': date }, 304],
  [{ 'If-Modified-Since': after }, 304],
  [{ 'If-Modified-Since': 'soon' }, 200],
  [{ 'If-Modified-Since': `${date}, ${date}` }, 200],
  [{ 'If-Match': 'TAG' }, 200],
  [{ 'If-Match': '*' }, 200],
  [{ 'If-Match': '"no"' }, 412],
  [{ 'If-Match': 'W/TAG' }, 412],
  [{ 'If-Match': 'OTHER' }, 412],
  [{ 'If-Match': 'malformed' }, 400],
  [{ 'If-Match': 'TAG', 'If-None-Match': 'TAG' }, 304],
  [{ 'If-Match': '"no"', 'If-None-Match': 'TAG' }, 412],
  [{ 'If-Match': 'TAG', 'If-Unmodified-Since': before }, 200],
  [{ 'If-Unmodified-Since': before }, 412],
  [{ 'If-Unmodified-Since': date }, 200],
  [{ 'If-Unmodified-Since': date, 'If-Modified-Since': date }, 304],
  [{ 'If-Unmodified-Since': 'soon' }, 200],
]

const writes: [Record<string, string>, number][] = [
  [{}, 200],
  [{ 'If-Match': 'TAG' }, 200],
  [{ 'If-Match': 'OTHER' }, 200],
  [{ 'If-Match': '"no", TAG' }, 200],
  [{ 'If-Match': '*' }, 200],
  [{ 'If-Match': '"no"' }, 412],
  [{ 'If-Match': 'W/TAG' }, 412],
  [{ 'If-Match': 'malformed' }, 400],
  [{ 'If-Match': '' }, 400],
  [{ 'If-None-Match': '*' }, 412],
  [{ 'If-None-Match': 'TAG' }, 412],
  [{ 'If-None-Match': 'W/TAG' }, 412],
  [{ 'If-None-Match': '"no"' }, 200],
  [{ 'If-None-Match': 'malformed' }, 400],
  [{ 'If-Match': 'TAG', 'If-None-Match': '*' }, 412],
  [{ 'If-Match': 'TAG', 'If-Unmodified-Since': before }, 200],
  [{ 'If-Unmodified-Since': before }, 412],
  [{ 'If-Unmodified-Since': date }, 200],
  [{ 'If-Unmodified-Since': after }, 200],
  [{ 'If-Unmodified-Since': 'soon' }, 200],
  [{ 'If-Modified-Since': after }, 200],
]

const changed = 'This has changed since it was read. Read it again.'
const weak =
  'If-Match never matches a weak entity tag: send the ETag as this service sent it, without W/.'
const notNone =
  'If-None-Match forbids this: the item exists, and If-None-Match names its tag or all tags.'

async function filledIn(client: TestClient, headers: Record<string, string>) {
  const [tag, other] = [await tagOf(client), await tagOf(client, { Accept: 'text/csv' })]
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replace('TAG', tag).replace('OTHER', other),
    ]),
  )
}

describe('preconditions (RFC 9110 §13)', () => {
  for (const [headers, status] of reads) {
    it(`GET and HEAD with ${JSON.stringify(headers)} get ${status}`, async () => {
      const client = serve()
      const sent = { headers: await filledIn(client, headers) }
      const whole = await client.get('/notes/1/')
      const got = await client.get('/notes/1/', sent)
      const head = await client.request('HEAD', '/notes/1/', sent)

      expect([got.status, head.status]).toEqual([status, status])
      expect(await head.text()).toBe('')
      if (status !== 304) return
      expect(await got.text()).toBe('')
      for (const { headers } of [got, head]) {
        expect(headers.get('Content-Type')).toBeNull()
        expect(headers.get('Content-Length')).toBeNull()
        for (const name of ['ETag', 'Last-Modified', 'Vary', 'Cache-Control', 'Allow']) {
          expect(headers.get(name)).toBe(whole.headers.get(name))
        }
      }
    })
  }

  for (const [headers, status] of writes) {
    it(`PATCH, PUT and DELETE with ${JSON.stringify(headers)} get ${status}`, async () => {
      const client = serve()
      const json = { title: 'two' }
      const patched = await client.patch('/notes/1/', {
        headers: await filledIn(client, headers),
        json,
      })
      expect(patched.status).toBe(status)
      expect(notes[0]?.title).toBe(status === 200 ? 'two' : 'one')

      const put = await client.put('/notes/1/', {
        headers: await filledIn(client, headers),
        json: { title: 'three' },
      })
      expect(put.status).toBe(status)
      expect(notes[0]?.title).toBe(status === 200 ? 'three' : 'one')

      const deleted = await client.delete('/notes/1/', { headers: await filledIn(client, headers) })
      expect(deleted.status).toBe(status === 200 ? 204 : status)
      expect(notes).toHaveLength(status === 200 ? 0 : 1)
    })
  }

  it('fields on several lines are one list', async () => {
    const server = app()
    const tag = await tagOf(testClient(server))
    const send = async (...lines: string[]) => {
      const head = ['GET /notes/1/ HTTP/1.1', 'Host: a', 'Connection: close', ...lines, '', '']
      return sendThroughNode(server, Buffer.from(head.join('\r\n')))
    }

    expect((await send('If-None-Match: "no"', `If-None-Match: W/${tag}`)).status).toBe(304)
    expect((await send('If-Match: "no"', `If-Match: ${tag}`)).status).toBe(200)
    expect((await send(`If-Modified-Since: ${date}`, `If-Modified-Since: ${date}`)).status).toBe(
      200,
    )
  })

  it('on Node a 304 has no body and no length, and the connection goes on', async () => {
    const server = app()
    const tag = await tagOf(testClient(server))
    for (const method of ['GET', 'HEAD']) {
      const head = [`${method} /notes/1/ HTTP/1.1`, 'Host: a', 'Connection: close']
      const bytes = Buffer.from([...head, `If-None-Match: ${tag}`, '', ''].join('\r\n'))
      const { status, fields, body } = await sendThroughNode(server, bytes)

      expect([status, body.length]).toEqual([304, 0])
      expect(Object.fromEntries(fields)).toMatchObject({ etag: tag, 'last-modified': date })
      expect(fields.map(([name]) => name)).not.toContain('content-type')
      expect(fields.map(([name]) => name)).not.toContain('content-length')
    }
  })

  it('a tag that a proxy weakened never matches If-Match, and the answer says what to send', async () => {
    const client = serve()
    const headers = { 'If-Match': `W/${await tagOf(client)}` }
    const response = await client.patch('/notes/1/', { headers, json: {} })

    expect(await response.json()).toEqual({ detail: weak })
  })

  it.each([
    ['GET', { 'If-Match': 'W/TAG' }, weak],
    ['GET', { 'If-Match': '"no", W/TAG' }, changed],
    ['GET', { 'If-Unmodified-Since': before, 'If-None-Match': '"no"' }, changed],
    ['PATCH', { 'If-Unmodified-Since': before, 'If-None-Match': '"no"' }, changed],
    ['PATCH', { 'If-None-Match': '*' }, notNone],
    ['PATCH', { 'If-Match': 'TAG', 'If-None-Match': 'TAG' }, notNone],
    ['DELETE', { 'If-Unmodified-Since': before }, changed],
  ])('the 412 says which precondition is false: %s with %j', async (method, given, detail) => {
    const client = serve()
    const headers = await filledIn(client, given)
    const response = await client.request(method, '/notes/1/', { headers })

    expect([response.status, await response.json()]).toEqual([412, { detail }])
  })

  it('the 412 does not ask for the tag without W/ where the service itself sent it weak', async () => {
    const api = createApi({ LOGGER: silentLogger, CONDITIONAL_REQUESTS: true })
    const get = () => new ApiResponse({}, 200, { ETag: 'W/"own"' })
    const client = testClient(routes(api, { '/': { get } }))
    const response = await client.get('/', { headers: { 'If-Match': 'W/"own"' } })

    expect([response.status, await response.json()]).toEqual([412, { detail: changed }])
  })

  it('preconditions are ignored where the answer is an error anyway', async () => {
    const headers = { 'If-Match': '"no"' }
    const json = { title: 'two' }
    const refusing = serve({
      permissions: [
        {
          hasPermission: () => true,
          hasObjectPermission: () => {
            throw new PermissionDenied()
          },
        },
      ],
    } as object)

    expect((await serve().patch('/notes/2/', { headers, json })).status).toBe(404)
    expect((await serve().post('/notes/1/', { headers, json })).status).toBe(405)
    expect((await refusing.patch('/notes/1/', { headers, json })).status).toBe(403)
    expect((await refusing.get('/notes/1/', { headers })).status).toBe(403)
  })

  it('preconditions are evaluated before the body is read', async () => {
    const client = serve()
    const headers = { 'If-Match': '"no"', 'Content-Type': 'application/json' }

    expect((await client.patch('/notes/1/', { headers, body: '{' })).status).toBe(412)
    expect((await client.patch('/notes/1/', { headers, json: { title: '' } })).status).toBe(412)
  })

  it('preconditions that fail pass the exception handler', async () => {
    const seen: string[] = []
    const client = serve(
      {},
      {
        EXCEPTION_HANDLER: (error) => {
          seen.push((error as Error).name)
          throw new NotFound()
        },
      },
    )
    const headers = { 'If-Match': '"no"' }
    await client.get('/notes/1/', { headers }).catch(() => {})
    await client.patch('/notes/1/', { headers, json: {} }).catch(() => {})

    expect(seen).toEqual(['PreconditionFailed', 'PreconditionFailed'])
  })
})

describe('a detail view that requires If-Match (RFC 6585 §3)', () => {
  const required = { conditional: { required: true } }

  it('a view that requires If-Match answers 428 to a write without it, and says what to send', async () => {
    const client = serve(required)
    const json = { title: 'two' }
    const responses = [
      await client.patch('/notes/1/', { json }),
      await client.put('/notes/1/', { json }),
      await client.delete('/notes/1/'),
      await client.patch('/notes/1/', { json, headers: { 'If-None-Match': '"no"' } }),
      await client.patch('/notes/1/', { json, headers: { 'If-Unmodified-Since': after } }),
    ]

    expect(responses.map(({ status }) => status)).toEqual([428, 428, 428, 428, 428])
    expect(await responses[0]?.json()).toEqual({
      detail: 'Send If-Match with the ETag that you have read.',
    })
    expect(notes).toMatchObject([{ title: 'one' }])
  })

  it('a view that requires If-Match lets a write with it pass, and a read without it', async () => {
    const client = serve(required)
    const headers = { 'If-Match': await tagOf(client) }

    expect((await client.patch('/notes/1/', { headers, json: { title: 'two' } })).status).toBe(200)
    expect((await client.patch('/notes/1/', { headers, json: {} })).status).toBe(412)
    expect((await client.delete('/notes/1/', { headers: { 'If-Match': '*' } })).status).toBe(204)
  })

  it('the 412 of a change with If-None-Match says that the item exists', async () => {
    const headers = { 'If-None-Match': '*' }
    const response = await serve().patch('/notes/1/', { headers, json: { title: 'two' } })

    expect(response.status).toBe(412)
    expect(await response.json()).toEqual({
      detail:
        'If-None-Match forbids this: the item exists, and If-None-Match names its tag or all tags.',
    })
  })

  it('a view that requires If-Match answers 404 for an item that is not there', async () => {
    expect((await serve(required).delete('/notes/2/')).status).toBe(404)
  })
})

describe('the version of an item', () => {
  interface Versioned {
    id: number
    title: string
    version: number | string | bigint | Date | null
  }
  const item: Versioned = { id: 1, title: 'one', version: 1 }
  const serveVersioned = (start: Versioned, serialize: (item: Versioned) => unknown) => {
    const api = createApi({ LOGGER: silentLogger })
    const view = api.detailView({
      store: arrayStore([start]),
      schema: z.object({ title: charField(), version: z.number() }),
      serialize,
      conditional: { version: 'version' },
    })
    return testClient(routes(api, { '/notes/:id/': view }))
  }

  it('the version of an item is what If-Match compares, where what is sent changes by itself', async () => {
    let calls = 0
    const client = serveVersioned(item, ({ title }) => ({ title, read: ++calls }))
    const [one, two] = [await tagOf(client), await tagOf(client)]
    expect(one).not.toBe(two)
    expect(one).toMatch(/^"1\.[\w-]{22}"$/)

    const json = { title: 'two', version: 2 }
    const patched = await client.patch('/notes/1/', { headers: { 'If-Match': one }, json })
    expect(patched.status).toBe(200)
    const again = await client.patch('/notes/1/', { headers: { 'If-Match': two }, json })
    expect(again.status).toBe(412)
  })

  it('the version of an item may hide in what is sent: a change that a client does not see fails its If-Match, too', async () => {
    const client = serveVersioned(item, ({ title }) => ({ title }))
    const tag = await tagOf(client)
    await client.patch('/notes/1/', { json: { version: 2 } })

    const json = { title: 'two' }
    expect((await client.patch('/notes/1/', { headers: { 'If-Match': tag }, json })).status).toBe(
      412,
    )
  })

  it.each(['a"b', 'ä.ö', '1.5', 12n, new Date(0), '\ud800', ''])(
    'the version of an item may be %s: the tag is well-formed and matches',
    async (version) => {
      const client = serveVersioned({ ...item, version }, ({ title }) => ({ title }))
      const headers = { 'If-Match': await tagOf(client) }

      expect((await client.patch('/notes/1/', { headers, json: {} })).status).toBe(200)
    },
  )

  it('the version of an item that is null leaves the tag to what is sent', async () => {
    const client = serveVersioned({ ...item, version: null }, ({ title }) => ({ title }))
    const headers = { 'If-Match': await tagOf(client) }

    const json = { title: 'two' }
    expect((await client.patch('/notes/1/', { headers, json })).status).toBe(200)
    expect((await client.patch('/notes/1/', { headers, json })).status).toBe(412)
  })
})

describe('Last-Modified', () => {
  it.each([
    ['2026-01-02T03:04:05.999Z', date],
    ['2026-01-02 03:04:05', date],
    ['2026-01-02T04:04:05+01:00', date],
    [new Date('2026-01-02T03:04:05Z'), date],
    [null, null],
    ['9999-01-01T00:00:00Z', null],
  ])('Last-Modified of %j is %s', async (updated, expected) => {
    notes = [{ id: 1, title: 'one', updated: updated as string }]
    expect((await serve().get('/notes/1/')).headers.get('Last-Modified')).toBe(expected)
  })

  it('Last-Modified is absent in the second of the change, because there may be another one in it', async () => {
    notes = [{ id: 1, title: 'one', updated: new Date().toISOString() }]
    const response = await serve().get('/notes/1/')

    const changed = Math.floor(Date.parse(notes[0]?.updated ?? '') / 1000)
    if (Math.floor(Date.now() / 1000) > changed) return
    expect(response.headers.get('Last-Modified')).toBeNull()
  })

  it.each(['yesterday', 1_767_323_045, {}, undefined])(
    'Last-Modified of %j is an error whose log names the field',
    async (updated) => {
      notes = [{ id: 1, title: 'one', updated: updated as never }]
      const logged: unknown[] = []
      const LOGGER = { ...silentLogger, error: (...entry: unknown[]) => logged.push(entry) }
      const response = await serve({}, { LOGGER }).get('/notes/1/')

      expect(response.status).toBe(500)
      expect(inspect(logged)).toContain(
        'lastModified of the view Detail is the field updated, which',
      )
    },
  )
})

describe('the options of conditional', () => {
  it.each([
    ['yes', 'conditional of detailView() must be true, false, or options'],
    [null, 'conditional of detailView() must be true, false, or options'],
    [{ etag: 'x' }, 'Unknown option etag of conditional of detailView().'],
    [{ require: true }, 'Did you mean required?'],
    [{ required: 'yes' }, 'required of conditional of detailView()'],
    [{ version: 7 }, 'version of conditional of detailView()'],
  ])('%j is refused when the view is declared', (conditional, message) => {
    expect(() => serve({ conditional } as object)).toThrow(message)
  })

  it('the options of conditional of a list and of another view are true or false', () => {
    const api = createApi()
    const conditional = { required: true } as never
    expect(() => api.listView({ store: arrayStore(notes), conditional })).toThrow(
      'conditional of the view List',
    )
    expect(() => api.view({ conditional })).toThrow('conditional of the view View')
  })

  it('the options of conditional name fields of the item', () => {
    const api = createApi()
    api.detailView({ store: arrayStore(notes), conditional: { lastModified: 'updated' } })
    // @ts-expect-error no field of a note
    api.detailView({ store: arrayStore(notes), conditional: { lastModified: 'changed' } })
    // @ts-expect-error no field of a note
    api.detailView({ store: arrayStore(notes), conditional: { version: 'changed' } })
  })
})

it('a form parser does not change what is compared', async () => {
  const client = serve({ parsers: [formParser()] } as object)
  const headers = { 'If-Match': await tagOf(client) }
  expect((await client.patch('/notes/1/', { headers, form: { title: 'two' } })).status).toBe(200)
})
