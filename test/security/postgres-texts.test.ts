import { createService, readConfig, type Service } from '@turnpike/service'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import notes from '../../examples/notes/service.ts'
import { openPostgres, postgresMissing } from '../support/postgres.ts'

/** Texts that PostgreSQL refuses or that fit nowhere, beside ordinary ones. */
const hostile = fc.oneof(
  fc.constantFrom(
    ...['\0', 'a\0b', '\ud800', '\udfff\ud800', '\ufffe', '\u202e', '', ' ', '%00', '\\x00', "'"],
    ...['9'.repeat(20), '-9223372036854775809', '2147483648', '1e400', 'NaN', 'Infinity', '0x10'],
    ...['x'.repeat(101), 'x'.repeat(10_001), '🛣'.repeat(100), '1'.repeat(400), '0.001', '-0'],
    ...['null', 'true', '[]', '{}', '2026-13-45', 'epoch', '1/0', '$1', '--', ';'],
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.bigInt().map(String),
  fc.double().map(String),
)

/** What JSON can say, with those texts in it. */
const values = fc.oneof(
  hostile,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(1e308, -1e308, 2 ** 53, 2_147_483_648, null, true, [], {}),
  fc.array(hostile, { maxLength: 2 }),
)

const fields = ['title', 'body', 'priority', 'rating', 'username', 'password'] as const
const body = fc.record(Object.fromEntries(fields.map((name) => [name, values])), {
  requiredKeys: [],
})
const parameters = ['page', 'page_size', 'ordering', 'limit', 'offset', 'cursor', 'format', 'next']
const paths = ['/notes/', '/export/', '/timeline/', '/whoami/', '/api-token-auth/', '/login/']

describe.skipIf(postgresMissing !== null)('the notes example on PostgreSQL', () => {
  let service: Service
  let token: string
  let errors: string[]
  beforeAll(async () => {
    const { url, close } = await openPostgres()
    errors = []
    const log = (fields: object, message: string) =>
      void errors.push(`${message} ${JSON.stringify(fields, explained)}`)
    service = await createService(
      notes,
      readConfig({
        DATABASE_URL: url,
        THROTTLE_STORE_URL: 'database',
        DEFAULT_THROTTLE_RATES: 'anon=none,user=none,login=100000/min',
        SECRET_KEYS: 'a secret that is the same for all tests',
      }),
      { logger: { info() {}, warn: log, error: log }, migrate: true },
    )
    const ann = await service.users.create({ username: 'ann', password: null, isStaff: true })
    token = (await service.tokens.getOrCreate(ann)).key
    return async () => {
      await service.close()
      await close()
    }
  })

  const answers = async (path: string, init: RequestInit, address: string) => {
    const connection = { address, remoteUser: null }
    const response = await service.app.fetch(new Request(`http://api.test${path}`, init), {
      connection,
    })
    expect(response.status, `${path} ${String(init.body)} ${errors.at(-1)}`).toBeLessThan(500)
    return response.status
  }
  const signedIn = () => ({ Authorization: `Token ${token}` })
  /** Each run has another address, so that the budget of wrong credentials is not spent. */
  const address = fc.ipV4()

  it('stores whatever it accepts and refuses the rest, and never fails', {
    timeout: 600_000,
  }, async () => {
    const accepted: number[] = []
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), body, address, async (path, data, from) => {
        const headers = { ...signedIn(), 'Content-Type': 'application/json' }
        accepted.push(
          await answers(path, { method: 'POST', headers, body: JSON.stringify(data) }, from),
        )
      }),
      { numRuns: 200 },
    )
    expect(accepted).toContain(400)

    const title = 'A title that is good'
    await fc.assert(
      fc.asyncProperty(body, address, async (data, from) => {
        const form = new URLSearchParams({ title, rating: '1' })
        for (const [name, value] of Object.entries(data)) form.set(name, String(value))
        accepted.push(
          await answers('/notes/', { method: 'POST', headers: signedIn(), body: form }, from),
        )
      }),
      { numRuns: 200 },
    )
    expect(accepted).toContain(201)
  })

  it('reads whatever URL is asked, and never fails', async () => {
    const query = fc.dictionary(fc.constantFrom(...parameters), hostile)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), query, address, async (path, pairs, from) => {
        const search = new URLSearchParams(pairs)
        await answers(`${path}?${search}`, { headers: signedIn() }, from)
      }),
      { numRuns: 150 },
    )
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom('GET', 'PATCH', 'DELETE'), async (key, method) => {
        const path = encodeURIComponent(key.toWellFormed()).replaceAll('.', '%2E')
        const body = method === 'PATCH' ? '{"title":"x"}' : null
        const headers = { ...signedIn(), 'Content-Type': 'application/json' }
        await answers(`/notes/${path}/`, { method, headers, body }, '192.0.2.1')
      }),
      { numRuns: 200 },
    )
  })

  it('takes whatever credentials are sent, and never fails', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, address, async (name, password, from) => {
        const bytes = new TextEncoder().encode(`${name}:${password}`)
        const basic = btoa(String.fromCharCode(...bytes))
        await answers('/whoami/', { headers: { Authorization: `Basic ${basic}` } }, from)
        const key = encodeURIComponent(name.toWellFormed()) || 'x'
        await answers('/whoami/', { headers: { Authorization: `Token ${key}` } }, from)
        await answers('/whoami/', { headers: { Cookie: `sessionid=${key}` } }, from)
      }),
      { numRuns: 60 },
    )
  })
})

const explained = (_: string, value: unknown) => (value instanceof Error ? value.stack : value)
