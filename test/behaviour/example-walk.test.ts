import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demo } from '../../examples/notes/seed.ts'
import { startServer } from '../../packages/turnpike/test/node/test-server.ts'
import { credentialsFor, type NotesService, openNotesService } from './notes-service.ts'

// Every route of the example's API with every method, without, with wrong and with right credentials.

// Each request with a password hashes it.
const timeout = 600_000

const methods = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'POST', 'PUT', 'PATCH', 'DELETE']
const json = { 'Content-Type': 'application/json' }

/** What is sent beside the credentials. */
const variants: readonly Variant[] = [
  {},
  { headers: { Accept: 'image/png' } },
  { headers: { Accept: 'application/problem+json, application/json;q=0.5' } },
  { headers: json, body: '{"title": "Toll"' },
  { headers: json, body: '{"title": "Toll", "priority": "high"}' },
  { headers: json, body: '{"title": "Toll"}' },
  { headers: json, body: JSON.stringify(demo) },
  { headers: { 'Content-Type': 'text/plain' }, body: 'Toll' },
]

interface Variant {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Exchange {
  readonly sent: string
  readonly method: string
  readonly response: Response
  readonly text: string
}

let service: NotesService
let exchanges: Exchange[]

beforeAll(async () => {
  service = await openNotesService()
  exchanges = await walk(service)
}, timeout)
afterAll(() => service.close())

async function walk(service: NotesService): Promise<Exchange[]> {
  const walked: Exchange[] = []
  // The admin and the documentation are pages and no API: their own tests walk through them.
  const api = service.paths.filter((path) => !/^\/(?:admin|docs\/$)/.test(path))
  const paths = api.flatMap((path) =>
    path.includes(':id') ? [path, path.replace(':id', '999999')] : [path],
  )
  for (const path of [...paths, '/nowhere/']) {
    const known = Object.entries(await credentialsFor(service))
    for (const [index, [name, credentials]] of known.entries()) {
      // A note of its own for each, because some of them delete it.
      const url = `http://api.test${path.replace(':id', `${index + 1}`)}`
      for (const { method, ...variant } of requestsWith(name)) {
        const headers = { ...credentials, ...variant.headers }
        const request = new Request(url, { ...variant, method, headers })
        // Each from an address of its own, so that wrong credentials are not counted together.
        const address = `10.0.${walked.length >> 8}.${walked.length & 255}`
        const response = await service.app.fetch(request, {
          connection: { address, remoteUser: null },
        })
        const sent = `${method} ${url} with ${name} and ${JSON.stringify(variant)}`
        walked.push({ sent, method, response, text: await response.text() })
      }
    }
  }
  return walked
}

/** Passwords are slow by design, so they are sent with two requests only. */
const requestsWith = (credentials: string) =>
  credentials.includes('password')
    ? [{ method: 'GET' }, { method: 'POST' }]
    : methods.flatMap((method) =>
        variants
          .filter(({ body }) => body === undefined || !['GET', 'HEAD'].includes(method))
          .map((variant) => ({ method, ...variant })),
      )

/** The requests of the exchanges that do not keep the rule. */
const breaking = (rule: (exchange: Exchange) => boolean) =>
  exchanges
    .filter((exchange) => !rule(exchange))
    .map(({ sent, response }) => `${sent} was answered with ${response.status}`)

describe('a walk over every route of the API, method and kind of credentials of the example', () => {
  it('meets every kind of answer', () => {
    expect(service.paths).toEqual(
      expect.arrayContaining(['/notes/', '/notes/:id/', '/whoami/', '/api-token-auth/']),
    )
    const statuses = new Set(exchanges.map(({ response }) => response.status))
    expect([...statuses].sort()).toEqual(
      expect.arrayContaining([200, 201, 204, 400, 401, 403, 404, 405, 406, 415]),
    )
  })

  it('never meets an error of the service', () => {
    expect(breaking(({ response }) => response.status < 500)).toEqual([])
  })

  it('every 401 carries WWW-Authenticate, and no 403 does', () => {
    expect(
      breaking(({ response: { status, headers } }) => {
        if (status === 401) return headers.get('WWW-Authenticate') === 'Token'
        return !headers.has('WWW-Authenticate')
      }),
    ).toEqual([])
  })

  it('every 405 carries Allow, which does not name the method', () => {
    expect(
      breaking(({ method, response: { status, headers } }) => {
        const allowed = headers.get('Allow')?.split(', ') ?? []
        return status !== 405 || (allowed.includes('OPTIONS') && !allowed.includes(method))
      }),
    ).toEqual([])
  })

  it('a method that Allow names is never answered with 405', () => {
    expect(
      breaking(({ method, response: { status, headers } }) => {
        const allowed = headers.get('Allow')?.split(', ') ?? []
        return !allowed.includes(method) || status !== 405
      }),
    ).toEqual([])
  })

  it('every 415 carries Accept', () => {
    expect(
      breaking(
        ({ response: { status, headers } }) =>
          status !== 415 || (headers.get('Accept') ?? '').includes('application/json'),
      ),
    ).toEqual([])
  })

  it('answers with tokens carry Cache-Control: no-store', () => {
    const holdsToken = ({ text }: Exchange) => /[0-9a-f]{40}/.test(text)
    expect(exchanges.some(holdsToken)).toBe(true)
    expect(
      breaking(
        (exchange) =>
          !holdsToken(exchange) || exchange.response.headers.get('Cache-Control') === 'no-store',
      ),
    ).toEqual([])
  })

  it('all errors are JSON', () => {
    expect(
      breaking(({ method, response: { status, headers }, text }) => {
        if (status < 400) return true
        if (!/^application\/(problem\+)?json$/.test(headers.get('Content-Type') ?? '')) return false
        return method === 'HEAD' ? text === '' : isObject(text)
      }),
    ).toEqual([])
  })

  it('an answer to HEAD has no body', () => {
    expect(breaking(({ method, text }) => method !== 'HEAD' || text === '')).toEqual([])
  })
})

function isObject(text: string): boolean {
  const body: unknown = JSON.parse(text)
  return typeof body === 'object' && body !== null
}

it('HEAD is answered like GET, without the body', async () => {
  const { url } = await startServer(service.app.fetch)
  const credentials = await credentialsFor(service)
  const paths = service.paths.map((path) => path.replace(':id', '2'))

  for (const path of [...paths, '/notes/999999/', '/healthz', '/readyz']) {
    for (const name of ['nothing', 'a wrong key', 'the key', 'the session'] as const) {
      const headers = credentials[name]
      const get = await fetch(url + path, { headers })
      const head = await fetch(url + path, { method: 'HEAD', headers })

      expect(head.status, path).toEqual(get.status)
      expect(lasting(head.headers), path).toEqual(lasting(get.headers))
      expect(await head.text()).toBe('')
      // A refusal of the method names it: HEAD is one character longer than GET.
      const length = (await get.arrayBuffer()).byteLength + Number(get.status === 405)
      expect(head.headers.get('Content-Length'), path).toBe(`${length}`)
    }
  }
})

/** The header fields of an answer but its length and those of each answer and connection alone. */
const lasting = (headers: Headers) => [...headers].filter(([name]) => !passing.has(name))

const passing = new Set(
  ['date', 'x-request-id', 'set-cookie', 'connection', 'keep-alive'].concat('content-length'),
)
