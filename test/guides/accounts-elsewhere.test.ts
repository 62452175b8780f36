import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createService, readConfig, type Service } from '@turnpike/service'
import { type TestClient, testClient } from '@turnpike/testing'
import { sql } from 'kysely'
import { serve } from 'turnpike/node'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeWith, extras } from '../support/extras.ts'
import { writtenPage } from '../support/guide.ts'
import { guideDatabases } from '../support/guide-databases.ts'
import { silentLogger } from '../support/one-view.ts'

const guide = writtenPage('docs/guides/accounts-elsewhere.md')
afterAll(() => guide.remove())
afterEach(() => vi.restoreAllMocks())
const names = ['better-auth', '@better-auth/api-key', '@auth/core']
for (const name of names) {
  const link = join(guide.folder, 'node_modules', name)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join(extras, name), link)
}
const packages = names.map((name) => join(extras, name))
const secret = 'the secret of the tests of the guides'
Object.assign(process.env, { AUTH_SECRET: secret, BASE_URL: 'http://testserver' })

const password = 'the password of ann'
const Origin = 'http://testserver'

/** The cookies of the answers, as a browser sends them. */
const cookieOf = (...answers: Response[]) =>
  answers
    .flatMap(({ headers }) => headers.getSetCookie())
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ')
const csrfIn = (cookie: string) => /csrftoken=([\w-]+)/.exec(cookie)?.[1] ?? ''

/** What the test uses of better-auth. */
interface Auth {
  options: object
  handler(request: Request): Promise<Response>
  api: { getSession(context: { headers: Headers }): Promise<unknown> }
}

const available = guideDatabases.filter(({ isMissing }) => !isMissing)

describeWith(packages, 'the guide to accounts by better-auth', () => {
  describe.each(available)('on $name', ({ open }) => {
    let database: Awaited<ReturnType<typeof open>>
    let service: Service
    let client: TestClient

    beforeEach(async () => {
      const { default: definition } = await guide.load<{ default: never }>('src/service.ts')
      database = await open()
      Object.assign(process.env, { DATABASE_URL: database.url })
      const config = readConfig({
        DATABASE_URL: database.url,
        SECRET_KEYS: secret,
        LOG_LEVEL: 'silent',
        FAILED_CREDENTIALS_RATES: 'address=2/min,username=none',
      })
      service = await createService(definition, config, { migrate: true })
      client = testClient(service.app)
    })
    afterEach(async () => {
      await service.close()
      await database.drop()
    })

    const signUp = (user = 'ann') =>
      client.post('/api/auth/sign-up/email', {
        headers: { Origin },
        json: { name: user, email: `${user}@example.com`, password },
      })
    const notesOf = (headers: Record<string, string>) => client.get('/notes/', { headers })
    const titles = async (response: Response) =>
      (await response.json()).results.map(({ title }: { title: string }) => title)

    it('who signs up with better-auth lists their own notes until they sign out', async () => {
      const up = await signUp()
      expect(up.status).toBe(200)
      const first = await notesOf({ Cookie: cookieOf(up) })
      expect([first.status, await titles(first)]).toEqual([200, []])

      const Cookie = cookieOf(up, first)
      const write = (headers: Record<string, string>) =>
        client.post('/notes/', { headers: { Cookie, ...headers }, json: { title: 'Milk' } })
      const refused = await write({})
      expect([refused.status, (await refused.json()).detail]).toEqual([
        403,
        expect.stringMatching(/^CSRF Failed/),
      ])
      expect((await write({ 'X-CSRFToken': csrfIn(Cookie) })).status).toBe(201)
      expect(await titles(await notesOf({ Cookie }))).toEqual(['Milk'])
      const bob = cookieOf(await signUp('bob'))
      expect(await titles(await notesOf({ Cookie: bob }))).toEqual([])

      const out = await client.post('/api/auth/sign-out', { headers: { Cookie, Origin } })
      expect(out.status).toBe(200)
      expect((await notesOf({ Cookie })).status).toBe(401)
      expect(await titles(await notesOf({ Cookie: await signIn() }))).toEqual(['Milk'])
    })

    it('an account that is made with the address of a deleted one gets none of its notes', async () => {
      const Cookie = cookieOf(await signUp())
      const key = csrfIn(cookieOf(await notesOf({ Cookie })))
      const headers = { Cookie: `${Cookie}; csrftoken=${key}`, 'X-CSRFToken': key }
      await client.post('/notes/', { headers, json: { title: 'Milk' } })
      await sql`delete from session`.execute(service.db)
      await sql`delete from account`.execute(service.db)
      await sql`delete from "user"`.execute(service.db)
      const eve = await signUp()
      expect(eve.status).toBe(200)
      expect(await titles(await notesOf({ Cookie: cookieOf(eve) }))).toEqual([])
    })

    async function signIn() {
      const response = await client.post('/api/auth/sign-in/email', {
        headers: { Origin },
        json: { email: 'ann@example.com', password },
      })
      return cookieOf(response)
    }

    it('a bearer token and an API key of better-auth are known, and wrong ones counted', async () => {
      const up = await signUp()
      const token = up.headers.get('set-auth-token') ?? ''
      const made = await client.post('/api/auth/api-key/create', {
        headers: { Origin, Cookie: cookieOf(up) },
        json: { name: 'backup' },
      })
      const { key } = await made.json()
      const sent = [{ Authorization: `Bearer ${token}` }, { 'X-Api-Key': key as string }]
      for (const headers of sent) {
        const me = await client.get('/whoami/', { headers })
        expect(await me.json()).toEqual({ email: 'ann@example.com', until: expect.any(String) })
        expect(me.headers.getSetCookie()).toEqual([])
        const written = await client.post('/notes/', { headers, json: { title: 'By a program' } })
        expect(written.status).toBe(201)
      }

      const Cookie = cookieOf(up)
      const statuses = []
      for (const headers of [
        { Authorization: `Bearer ${token.slice(0, -4)}AAA=` },
        { 'X-Api-Key': `${key}x`, Cookie },
        { 'X-Api-Key': 'short' },
      ]) {
        statuses.push((await notesOf(headers as never)).status)
      }
      expect(statuses).toEqual([401, 401, 429])
      for (const headers of sent) expect((await notesOf(headers)).status).toBe(200)
    })

    it('a session that better-auth renews is renewed in the browser', async () => {
      const Cookie = cookieOf(await signUp())
      const soon = new Date(Date.now() + 3_600_000).toISOString()
      await sql`update session set "expiresAt" = ${soon}`.execute(service.db)
      const response = await notesOf({ Cookie })
      expect(response.status).toBe(200)
      const renewed = response.headers.getSetCookie()
      expect(renewed.join('\n')).toMatch(/^better-auth\.session_token=[^;]+; Max-Age=604800/)
      expect(renewed.join('\n')).toContain('csrftoken=')

      const past = new Date(Date.now() - 1000).toISOString()
      await sql`update session set "expiresAt" = ${past}`.execute(service.db)
      expect((await notesOf({ Cookie })).status).toBe(401)
    })

    it('better-auth without its tables makes nobody anonymous', async () => {
      const up = await signUp()
      vi.spyOn(console, 'error').mockImplementation(() => {})
      await sql`drop table session`.execute(service.db)
      const token = up.headers.get('set-auth-token') ?? ''
      expect((await notesOf({ Cookie: cookieOf(up) })).status).toBe(503)
      expect((await notesOf({ Authorization: `Bearer ${token}` })).status).toBe(503)
      expect((await notesOf({})).status).toBe(401)
    })

    it("the cookies of better-auth and its sessions work over Node's server", async () => {
      const server = await serve(service.app, { port: 0, logger: silentLogger })
      try {
        const up = await fetch(new URL('/api/auth/sign-up/email', server.url), {
          method: 'POST',
          headers: { Origin, 'Content-Type': 'application/json' },
          body: JSON.stringify({ name: 'Ann', email: 'ann@example.com', password }),
        })
        const headers = { Cookie: cookieOf(up) }
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => fetch(new URL('/whoami/', server.url), { headers })),
        )
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      } finally {
        await server.close()
      }
    })

    it('a session that was ended elsewhere is refused at once without the cookie cache', async () => {
      const { accountsIn } = await guide.load<{ accountsIn(db: object): Auth }>('src/accounts.ts')
      const { uncached } = await guide.load<{ uncached(auth: Auth): Auth }>('src/uncached.ts')
      const { betterAuth } = await guide.load<{ betterAuth(options: object): Auth }>(
        'node_modules/better-auth/dist/index.mjs',
      )
      const { options } = accountsIn(service.db)
      const auth = betterAuth({ ...options, session: { cookieCache: { enabled: true } } })
      const up = await auth.handler(
        new Request(`${Origin}/api/auth/sign-up/email`, {
          method: 'POST',
          headers: { Origin, 'Content-Type': 'application/json' },
          body: JSON.stringify({ name: 'Ann', email: 'ann@example.com', password }),
        }),
      )
      const headers = new Headers({ Cookie: cookieOf(up) })
      expect(await uncached(auth).api.getSession({ headers })).toMatchObject({
        user: { name: 'Ann' },
      })
      await sql`delete from session`.execute(service.db)
      expect(await auth.api.getSession({ headers })).toMatchObject({ user: { name: 'Ann' } })
      expect(await uncached(auth).api.getSession({ headers })).toBeNull()
    })
  })

  it('the objects of better-auth and of Auth.js fit the schemes by their types', {
    timeout: 600_000,
  }, () => {
    const root = resolve(import.meta.dirname, '../..')
    writeFileSync(
      join(guide.folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../../tsconfig.json',
        compilerOptions: { skipLibCheck: true, incremental: false },
        include: ['./src'],
      }),
    )
    writeFileSync(join(guide.folder, 'src/types.ts'), typeTest)
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const problems = run(process.execPath, [tsc, '-p', guide.folder])
    expect(problems).toEqual([])
  })
})

/** What the compiler says of the files of the guide. */
function run(program: string, words: string[]): string[] {
  try {
    execFileSync(program, words, { encoding: 'utf8', cwd: guide.folder })
    return []
  } catch (error) {
    return ((error as { stdout?: string }).stdout ?? '').split('\n').filter((line) => line !== '')
  }
}

const typeTest = `
import { ApiResponse, createApi, externalSessionAuthentication, isAuthenticated, type User } from 'turnpike'
import { accountsIn, userOf } from './accounts.ts'
import { uncached } from './uncached.ts'

const auth = accountsIn({})
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_is: Same<A, B>) => {}

for (const accounts of [auth, uncached(auth)]) {
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [externalSessionAuthentication({ auth: accounts, userOf })],
    DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
  })
  api.view({
    get({ user, auth: { session } }) {
      same<typeof user.isAuthenticated, true>(true)
      const known: User = user
      known
      same<typeof session.expiresAt, Date>(true)
      // @ts-expect-error a session has no such field
      session.nothing
      return new ApiResponse()
    },
  })
}
// @ts-expect-error a session has no such field
externalSessionAuthentication({ auth, userOf: ({ nothing }) => nothing })
`

describeWith(packages, 'the guide to accounts by Auth.js', () => {
  async function open() {
    const { app } = await guide.load<{ app: Parameters<typeof testClient>[0] }>('src/auth-js.ts')
    const client = testClient(app)
    async function signIn(tried: string): Promise<string> {
      const token = await client.get('/api/auth/csrf')
      const { csrfToken } = await token.clone().json()
      const response = await client.post('/api/auth/callback/credentials', {
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Cookie: cookieOf(token),
          Origin,
        },
        body: `${new URLSearchParams({ csrfToken, email: 'ann@example.com', password: tried })}`,
      })
      return cookieOf(response)
    }
    return { client, signIn }
  }

  it('who signs in with Auth.js is known, and their cookie is renewed', async () => {
    const { client, signIn } = await open()
    const Cookie = await signIn(password)
    const response = await client.get('/whoami/', { headers: { Cookie } })
    expect([response.status, await response.json()]).toEqual([200, { email: 'ann@example.com' }])
    const renewed = cookieOf(response)
    expect(renewed).toContain('authjs.session-token=')

    const write = (headers: Record<string, string>) =>
      client.post('/whoami/', { headers: { Cookie: `${Cookie}; ${renewed}`, ...headers } })
    expect((await write({})).status).toBe(403)
    expect((await write({ 'X-CSRFToken': csrfIn(renewed) })).status).toBe(200)
  })

  it('without a session of Auth.js, or with one that is forged, the request is anonymous', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { client, signIn } = await open()
    const forged = (await signIn(password)).replace(/(session-token=.{40}).{4}/, '$1AAAA')
    for (const Cookie of [await signIn('wrong'), forged]) {
      const response = await client.get('/whoami/', { headers: { Cookie } })
      expect([response.status, (await response.json()).detail]).toEqual([
        403,
        'Authentication credentials were not provided.',
      ])
    }
  })
})
