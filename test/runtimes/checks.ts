import { importSignatureKey, signRequest } from '@turnpike/signatures'
import { importJWK, SignJWT } from 'jose'
import { expect } from 'vitest'
import { type Answer, type Ask, cookiesOf } from './client.ts'

/** Something that holds on every runtime. */
export interface Check {
  readonly name: string
  run(ask: Ask, where: { stores: string }): Promise<void>
}

const basic = { Authorization: `Basic ${btoa('ann:wonderland')}` }
const problems = { Accept: 'application/json, application/problem+json' }

const shown = ({ status, body }: Answer) => ({ status, body })

async function tokenOf(ask: Ask): Promise<{ Authorization: string }> {
  const form = { username: 'ann', password: 'wonderland' }
  const { body } = await ask('/api-token-auth/', { form })
  return { Authorization: `Token ${(body as { token: string }).token}` }
}

/** A session: its cookies, and the header that writes need besides. */
async function signIn(ask: Ask) {
  const asked = await ask('/login/')
  const before = cookiesOf(asked)
  const { csrf_token, csrf_header } = asked.body as Record<string, string>
  const signedIn = await ask('/login/', {
    headers: { Cookie: asHeader(before), [csrf_header ?? '']: csrf_token ?? '' },
    json: { username: 'ann', password: 'wonderland' },
  })
  expect(shown(signedIn)).toEqual({ status: 200, body: { username: 'ann' } })

  const cookies = { ...before, ...cookiesOf(signedIn) }
  return {
    cookies: { Cookie: asHeader(cookies) },
    csrf: { [csrf_header ?? '']: cookies.csrftoken ?? '' },
  }
}

const asHeader = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

interface Page {
  count: number
  next: string | null
  previous: string | null
  results: { id: number; rating: number }[]
}

async function pageAt(ask: Ask, path: string): Promise<Page> {
  const { status, body } = await ask(path, { headers: await tokenOf(ask) })
  expect(status).toBe(200)
  return body as Page
}

const pathOf = (link: string | null) => {
  const { pathname, search } = new URL(link ?? '')
  return pathname + search
}

const check = (name: string, run: Check['run']): Check => ({ name, run })

/** Whose public half the API knows: see programs/api.ts. */
const privateKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'gKGwkfaNT97fsCNTt59lfl4BBQvK1rZCVW6Z9puGpoI',
  y: 'Id-VwGeGhtzqX5d52Z9KS0wefv1xuHrqfwgwirZgVko',
  d: 'OZcdq4OI7A5lE6GDv08c1dncCWDt2FdZc0a5swKb-Sk',
}

const jwtFor = async (audience: string): Promise<string> =>
  new SignJWT({ scope: 'notes:read' })
    .setProtectedHeader({ alg: 'ES256', kid: '1', typ: 'at+jwt' })
    .setIssuer('https://issuer.example.com/')
    .setAudience(audience)
    .setSubject('ann')
    .setIssuedAt()
    .setExpirationTime('5 min')
    .sign(await importJWK(privateKey, 'ES256'))

/** The header fields of a signed request. */
async function signedFields(path: string, body: string): Promise<Record<string, string>> {
  const headers = { 'Content-Type': 'application/json' }
  const request = new Request(`http://signed.test${path}`, { method: 'POST', body, headers })
  const signed = await signRequest(request, {
    key: await importSignatureKey('ecdsa-p256-sha256', privateKey),
    keyId: 'partner-7',
    components: ['@method', '@path', 'content-type', 'content-digest'],
  })
  return Object.fromEntries(signed.headers)
}

export const checks: readonly Check[] = [
  check('a path leads to its view, another one is 404', async (ask) => {
    expect(shown(await ask('/open/'))).toEqual({ status: 200, body: { open: true } })
    const notFound = { status: 404, body: { detail: 'Not found.' } }
    expect(shown(await ask('/nowhere/'))).toEqual(notFound)
    expect(shown(await ask('/open/?format=xml'))).toEqual(notFound)
  }),

  check('HEAD has the length and no body, OPTIONS tells the methods', async (ask) => {
    const head = await ask('/open/', { method: 'HEAD' })
    expect(shown(head)).toEqual({ status: 200, body: null })
    expect(head.headers.get('Content-Length')).toBe(`${'{"open":true}'.length}`)

    const options = await ask('/open/', { method: 'OPTIONS' })
    expect(options.status).toBe(200)
    expect(options.headers.get('Allow')).toBe('GET, HEAD, OPTIONS')
  }),

  check('a method that there is not is 405 and tells those that there are', async (ask) => {
    const answer = await ask('/open/', { method: 'DELETE' })
    expect(shown(answer)).toEqual({
      status: 405,
      body: { detail: "Method 'DELETE' not allowed." },
    })
    expect(answer.headers.get('Allow')).toBe('GET, HEAD, OPTIONS')
  }),

  check('JSON comes and goes as it is, in any script', async (ask) => {
    const json = { text: 'Zürich, Ελλάδα, 東京, 🦔', deep: [{ list: [1, 2.5, null, true] }] }
    expect(shown(await ask('/echo/', { json }))).toEqual({ status: 200, body: json })
  }),

  check('forms are read, URL-encoded and multipart', async (ask) => {
    const form = { title: 'Grüße & Co', rating: '3' }
    expect((await ask('/echo/', { form })).body).toEqual(form)

    const multipart = new FormData()
    for (const [name, value] of Object.entries(form)) multipart.set(name, value)
    expect((await ask('/echo/', { body: multipart })).body).toEqual(form)
  }),

  check('what cannot be read is 400, 413 or 415', async (ask) => {
    const headers = { 'Content-Type': 'application/json' }
    expect((await ask('/echo/', { headers, body: '{' })).status).toBe(400)
    expect((await ask('/echo/', { json: 'x'.repeat(20_000) })).status).toBe(413)
    const csv = { 'Content-Type': 'text/csv' }
    expect((await ask('/echo/', { headers: csv, body: 'a,b' })).status).toBe(415)
    const zipped = { ...headers, 'Content-Encoding': 'gzip' }
    expect((await ask('/echo/', { headers: zipped, body: 'x' })).status).toBe(415)
  }),

  check('what cannot be answered is 406', async (ask) => {
    expect((await ask('/open/', { headers: { Accept: 'image/png' } })).status).toBe(406)
  }),

  check('an exception is answered with its status, as JSON or as problem details', async (ask) => {
    expect(shown(await ask('/tea/'))).toEqual({ status: 418, body: { detail: 'Out of tea.' } })

    const problem = await ask('/tea/', { headers: problems })
    expect(problem.headers.get('Content-Type')).toBe('application/problem+json')
    expect(problem.body).toMatchObject({ status: 418, detail: 'Out of tea.', code: 'out_of_tea' })
  }),

  check('an error that nobody expected is 500 and tells nothing', async (ask) => {
    expect(shown(await ask('/broken/'))).toEqual({
      status: 500,
      body: { error: 'Server Error (500)' },
    })
  }),

  check('nobody in particular is 401 with a challenge', async (ask) => {
    const answer = await ask('/whoami/')
    expect(shown(answer)).toEqual({
      status: 401,
      body: { detail: 'Authentication credentials were not provided.' },
    })
    expect(answer.headers.get('WWW-Authenticate')).toBe('Token')
  }),

  check('Basic credentials name their user, wrong ones are 401', async (ask) => {
    const { body } = await ask('/whoami/', { headers: basic })
    expect(body).toEqual({ username: 'ann' })
    const headers = { Authorization: `Basic ${btoa('ann:guessed')}` }
    expect(shown(await ask('/whoami/', { headers, from: '192.0.2.9' }))).toEqual({
      status: 401,
      body: { detail: 'Invalid username/password.' },
    })
  }),

  check('a token can be had for a password and names its user', async (ask) => {
    const headers = await tokenOf(ask)
    expect((await ask('/whoami/', { headers })).body).toEqual({ username: 'ann' })
    expect(await tokenOf(ask)).toEqual(headers)
    const wrong = { Authorization: `Token ${'0'.repeat(40)}` }
    expect((await ask('/whoami/', { headers: wrong })).status).toBe(401)
  }),

  check('a session signs in, writes with the CSRF token alone, and signs out', async (ask) => {
    const { cookies, csrf } = await signIn(ask)
    expect((await ask('/whoami/', { headers: cookies })).body).toEqual({ username: 'ann' })

    const json = { title: 'By a session', rating: 1 }
    expect((await ask('/notes/', { headers: cookies, json })).status).toBe(403)
    const added = await ask('/notes/', { headers: { ...cookies, ...csrf }, json })
    expect(added.status).toBe(201)
    const { id } = added.body as { id: number }
    await ask(`/notes/${id}/`, { method: 'DELETE', headers: basic })

    const out = await ask('/logout/', { headers: { ...cookies, ...csrf }, json: {} })
    expect(out.status).toBe(204)
    expect((await ask('/whoami/', { headers: cookies })).status).toBe(401)
  }),

  check('many who sign in at once are all answered', async (ask) => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => ask('/whoami/', { headers: basic })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  }),

  check('wrong data are 400 with all that is wrong, by field', async (ask) => {
    const json = { title: 'x'.repeat(21), rating: 'high' }
    expect(shown(await ask('/notes/', { headers: basic, json }))).toEqual({
      status: 400,
      body: {
        title: ['Ensure this field has no more than 20 characters.'],
        rating: ['A valid integer is required.'],
      },
    })
    const problem = await ask('/notes/', { headers: { ...basic, ...problems }, json: {} })
    expect(problem.body).toMatchObject({
      errors: [
        { pointer: '#/title', code: 'required' },
        { pointer: '#/rating', code: 'required' },
      ],
    })
  }),

  check('an item is added, found, changed and removed', async (ask) => {
    const headers = await tokenOf(ask)
    const added = await ask('/notes/', { headers, form: { title: 'New', rating: '4' } })
    expect(added.status).toBe(201)
    const path = added.headers.get('Location') ?? ''
    const { id } = added.body as { id: number }
    expect(path).toBe(`/notes/${id}/`)

    const found = { id, title: 'New', rating: 4 }
    expect(shown(await ask(path, { headers }))).toEqual({ status: 200, body: found })
    const patched = await ask(path, { method: 'PATCH', headers, json: { rating: 5 } })
    expect(patched.body).toEqual({ ...found, rating: 5 })
    const json = { title: 'Newer', rating: 6 }
    const put = await ask(path, { method: 'PUT', headers, json })
    expect(put.body).toEqual({ id, ...json })

    expect((await ask(path, { method: 'DELETE', headers })).status).toBe(204)
    expect((await ask(path, { headers })).status).toBe(404)
    expect((await ask('/notes/none/', { headers })).status).toBe(404)
  }),

  check(
    'a value that is taken is 400 with its field, where the database says so',
    async (ask, { stores }) => {
      if (stores === 'memory') return
      const json = { title: 'Note 1', rating: 1 }
      expect(shown(await ask('/notes/', { headers: basic, json }))).toEqual({
        status: 400,
        body: { title: ['This field must be unique.'] },
      })
    },
  ),

  check('pages are numbered and link to one another', async (ask) => {
    const first = await pageAt(ask, '/notes/')
    expect(first).toMatchObject({ count: 12, previous: null })
    expect(first.results.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
    expect(first.next).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/notes\/\?page=2$/)

    const second = await pageAt(ask, pathOf(first.next))
    const last = await pageAt(ask, pathOf(second.next))
    expect(last.results.map(({ id }) => id)).toEqual([11, 12])
    expect(last.next).toBeNull()
    const beyond = await ask('/notes/?page=4', { headers: await tokenOf(ask) })
    expect(shown(beyond)).toEqual({ status: 404, body: { detail: 'Invalid page.' } })
  }),

  check('a list is ordered as the client asks', async (ask) => {
    const { results } = await pageAt(ask, '/notes/?ordering=-rating,id')
    expect(results.map(({ id }) => id)).toEqual([11, 12, 9, 10, 7])
  }),

  check('windows have a limit and an offset', async (ask) => {
    const window = await pageAt(ask, '/windows/?limit=3&offset=6')
    expect(window.results.map(({ id }) => id)).toEqual([7, 8, 9])
    expect(pathOf(window.next)).toBe('/windows/?limit=3&offset=9')
    expect(pathOf(window.previous)).toBe('/windows/?limit=3&offset=3')
  }),

  check('a list sends what its answers name, without generating code', async (ask) => {
    const { results } = await pageAt(ask, '/titles/?limit=2')
    expect(results).toEqual([{ title: 'Note 1' }, { title: 'Note 2' }])
  }),

  check('a cursor leads through a list and back, each item once', async (ask) => {
    const seen: number[] = []
    let page = await pageAt(ask, '/timeline/')
    for (;;) {
      seen.push(...page.results.map(({ id }) => id))
      if (page.next === null) break
      page = await pageAt(ask, pathOf(page.next))
    }
    expect(seen.length).toBe(12)
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1))

    const back = await pageAt(ask, pathOf(page.previous))
    expect(back.results.map(({ id }) => id)).toEqual(seen.slice(5, 10))
    const forged = await ask('/timeline/?cursor=abcdefghijklmnopqrstuvwx', { headers: basic })
    expect(shown(forged)).toEqual({ status: 404, body: { detail: 'Invalid cursor' } })
  }),

  check('a throttle counts by address and says when to come again', async (ask) => {
    const statuses = []
    for (let attempt = 0; attempt < 3; attempt++) {
      statuses.push((await ask('/few/', { headers: basic, from: '192.0.2.50' })).status)
    }
    expect(statuses).toEqual([200, 200, 200])
    const refused = await ask('/few/', { headers: basic, from: '192.0.2.50' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  }),

  check('a JWT is verified with the keys that its issuer publishes', async (ask) => {
    const token = await jwtFor('https://api.example.com/')
    for (let request = 0; request < 2; request++) {
      const answer = await ask('/jwt/', { headers: { Authorization: `Bearer ${token}` } })
      const body = { username: 'ann', scopes: ['notes:read'] }
      expect(shown(answer)).toEqual({ status: 200, body })
    }
    const forOthers = await jwtFor('https://other.example.com/')
    const refused = await ask('/jwt/', { headers: { Authorization: `Bearer ${forOthers}` } })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('WWW-Authenticate')).toContain('error="invalid_token"')
  }),

  check(
    'a signed request is verified with the digest of its body, and accepted once',
    async (ask) => {
      const headers = await signedFields('/signed/', '{"amount":1}')
      const changed = await ask('/signed/', { headers, body: '{"amount":9}' })
      expect(shown(changed)).toMatchObject({ status: 401 })
      expect(changed.body).toEqual({ detail: 'The body does not match its Content-Digest.' })

      const accepted = await ask('/signed/', { headers, body: '{"amount":1}' })
      const body = { username: 'partner', received: { amount: 1 } }
      expect(shown(accepted)).toEqual({ status: 200, body })
      const repeated = await ask('/signed/', { headers, body: '{"amount":1}' })
      expect(repeated.body).toEqual({ detail: 'The signature has been used before.' })
    },
  ),

  check('many requests at once are answered each with its own', async (ask) => {
    const numbers = Array.from({ length: 40 }, (_, index) => index)
    const answers = await Promise.all(numbers.map((json) => ask('/echo/', { json: { json } })))
    expect(answers.map(({ body }) => body)).toEqual(numbers.map((json) => ({ json })))
  }),
]
