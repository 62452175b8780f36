import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kyselyAccounts, migrate } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { sourceOf } from '@turnpike/test-support/paths.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  createTurnpike,
  createTurnpikeWithAnn,
  type Turnpike,
} from '../../../../service/test/cli/turnpike.ts'

const service = `
  import { ApiResponse, createApi, isAuthenticated, routes } from '${sourceOf('turnpike')}'
  import { jwksView, pairAuthentication, tokenPairs, tokenPairViews } from '${sourceOf('@turnpike/jwt')}'
  import { defineService } from '${sourceOf('@turnpike/service')}'
  export default defineService({
    name: 'pairs',
    app({ pairStores, sessions, users, settings }) {
      const pairs = tokenPairs({ ...pairStores, issuer: 'https://api.example.com' })
      const api = createApi({
        DEFAULT_AUTHENTICATION_CLASSES: [pairAuthentication({ pairs })],
        DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
        ...settings,
      })
      return routes(api, {
        ...tokenPairViews({ pairs }),
        '/.well-known/jwks.json': jwksView({ pairs }),
        '/me/': api.view({ get: ({ user }) => new ApiResponse({ user: user.username }) }),
        '/everywhere/': api.view({
          async post({ user }) {
            await sessions.endAll(user)
            return new ApiResponse({})
          },
        }),
      })
    },
  })`

/** Two processes of a service on one database. */
async function twoProcesses(turnpike: Turnpike, env: Record<string, string> = {}) {
  writeFileSync(join(turnpike.folder, 'service.mjs'), service)
  const start = () => turnpike.serve(['service.mjs'], { DRAIN_DELAY_SECONDS: '0', ...env })
  const [one, two] = await Promise.all([start(), start()])
  return { one, two }
}

const post = (url: string, path: string, body: object, headers = {}) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const signIn = async (url: string) =>
  (await post(url, '/token/', { username: 'ann', password: 'wonderland' })).json()
const refresh = (url: string, token: string) =>
  post(url, '/token/refresh/', { refresh_token: token })
const me = (url: string, token: string) =>
  fetch(`${url}/me/`, { headers: { Authorization: `Bearer ${token}` } })

async function shareSignIns({ one, two }: Awaited<ReturnType<typeof twoProcesses>>) {
  const signedIn = await Promise.all([one, two, one, two].map(({ url }) => signIn(url)))
  // Each process has used the key at once, although only one of them has made it.
  for (const pair of signedIn) {
    expect((await me(one.url, pair.access_token)).status).toBe(200)
    expect((await me(two.url, pair.access_token)).status).toBe(200)
  }
  const keysOf = async (url: string) => (await fetch(`${url}/.well-known/jwks.json`)).json()
  const { keys } = await keysOf(one.url)
  expect(keys).toHaveLength(1)
  expect(await keysOf(two.url)).toEqual({ keys })

  const keySet = createRemoteJWKSet(new URL(`${two.url}/.well-known/jwks.json`))
  const { payload } = await jwtVerify(signedIn[0].access_token, keySet, {
    issuer: 'https://api.example.com',
    audience: 'https://api.example.com',
    typ: 'at+jwt',
  })
  expect(payload.sub).toBe('1')

  const { refresh_token: token } = signedIn[0]
  const answers = await Promise.all(
    [one, two, one, two, one, two].map(async ({ url }) => (await refresh(url, token)).json()),
  )
  expect(new Set(answers.map((pair) => pair.refresh_token)).size).toBe(1)
  const next = await (await refresh(two.url, answers[0].refresh_token)).json()

  expect((await refresh(one.url, token)).status).toBe(400)
  expect((await refresh(two.url, next.refresh_token)).status).toBe(400)
  await expect.poll(() => one.log()).toContain('refresh token reused')

  const [, other] = signedIn
  const headers = { Authorization: `Bearer ${other.access_token}` }
  await post(one.url, '/everywhere/', {}, headers)
  expect((await refresh(two.url, other.refresh_token)).status).toBe(400)
}

describe('token pairs of two processes', () => {
  it('two processes on SQLite share sign-ins, keys, refreshes and the end of a stolen token', async () => {
    await shareSignIns(await twoProcesses(await createTurnpikeWithAnn()))
  })

  it.skipIf(postgresMissing !== null)(
    'two processes on PostgreSQL share sign-ins, keys, refreshes and the end of a stolen token',
    async () => {
      const { db, url, close } = await openPostgres()
      onTestFinished(close)
      await migrate(db)
      const { users } = kyselyAccounts(db, { secrets })
      await users.create({ username: 'ann', password: 'wonderland' })

      await shareSignIns(await twoProcesses(createTurnpike(), { DATABASE_URL: url }))
    },
  )
})

describe('turnpike signing-keys', () => {
  it('signing-keys rotate adds a key that signs in an hour, and one at a time', async () => {
    const { run } = await createTurnpikeWithAnn()
    expect((await run(['signing-keys', 'list'])).out).toContain('There are no keys')
    expect((await run(['signing-keys', 'rotate'])).out).toContain('Added a key.')

    expect((await run(['signing-keys', 'rotate'])).out).toContain('Added a key.')
    expect((await run(['signing-keys', 'rotate'])).out).toContain('already')

    const { out } = await run(['signing-keys', 'list'])
    expect(out.trim().split('\n')).toEqual([
      expect.stringMatching(/^[\w-]{43} ES256 from \S+ signs$/),
      expect.stringMatching(/^[\w-]{43} ES256 from \S+ next$/),
    ])
  })

  it('signing keys survive a new secret, and a lost one is answered by new keys', async () => {
    const { run, databaseUrl } = await createTurnpikeWithAnn()
    await run(['signing-keys', 'rotate'])
    const { out: before } = await run(['signing-keys', 'list'])
    const another = 'another secret that is long enough for everyone'

    const both = { SECRET_KEYS: [another, ...secrets].join() }
    expect((await run(['secrets', 'rotate'], '', both)).code).toBe(0)
    expect((await run(['signing-keys', 'list'], '', { SECRET_KEYS: another })).out).toBe(before)

    const { code, err } = await run(['signing-keys', 'list'])
    expect(code).toBe(1)
    expect(err).toContain('is not in SECRET_KEYS')
    expect((await run(['signing-keys', 'rotate', '--now'])).code).toBe(0)
    const { out: after } = await run(['signing-keys', 'list'])
    expect(after).not.toBe(before)

    const { db, close } = openDatabase(databaseUrl)
    const rows = await db.selectFrom('turnpike_signing_key').selectAll().execute()
    await close()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('"d"')
  })
})
