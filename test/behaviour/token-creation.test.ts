import { createService, defaultService, readConfig } from '@turnpike/service'
import { memoryAccounts, obtainToken, pbkdf2, tokenAuthentication } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTurnpikeWithAnn, type Turnpike } from '../../packages/service/test/cli/turnpike.ts'
import { silentLogger } from '../support/one-view.ts'
import { secrets } from '../support/secrets.ts'
import { clientOf, openAccounts, token, whoAmI } from './client.ts'

// Spec, "Authentication", "Token creation".

const passwords = pbkdf2({ iterations: 1 })

describe('1. Automatically when a user is created.', () => {
  it('users who are there from the start, and users who come later', async () => {
    const { users, tokens } = memoryAccounts({
      passwords,
      createTokens: true,
      users: [{ username: 'ann', password: 'wonderland' }],
    })
    await users.create({ username: 'cleo', password: 'nile' })
    await new Promise((later) => setTimeout(later, 5))
    const asked = Date.now()
    const { get } = clientOf({}, () => ({
      '/': { authentication: [tokenAuthentication({ tokens })], ...whoAmI },
    }))

    for (const username of ['ann', 'cleo']) {
      const user = await users.find(username)
      const created = user && (await tokens.getOrCreate(user))
      expect(created?.created.getTime()).toBeLessThan(asked)
      const response = await get('/', token(created?.key ?? ''))
      expect((await response.json()).user.username).toBe(username)
    }
  })

  it('in a database, by `createTokens` of the service', async () => {
    const definition = { ...defaultService, createTokens: true }
    const config = readConfig({ DATABASE_URL: 'sqlite::memory:' })
    const service = await createService(definition, config, { logger: silentLogger, migrate: true })
    onTestFinished(() => service.close())

    const ann = await service.users.create({ username: 'ann', password: null })

    const token = await service.tokens.of(ann)
    expect(await identityOf(service, token?.key ?? '')).toBe('ann')
  })
})

it('2. In bulk, with a get-or-create step for every existing user.', async () => {
  const { users, tokens } = openAccounts()
  const ann = await users.find('ann')
  const existing = ann && (await tokens.getOrCreate(ann)).key

  const keys: string[] = []
  for await (const user of users.all()) keys.push((await tokens.getOrCreate(user)).key)

  expect(keys).toEqual([existing, expect.stringMatching(/^[0-9a-f]{40}$/)])

  const turnpike = await createTurnpikeWithAnn()
  await turnpike.run(['create-user', 'cleo', '--no-password'])
  const before = keyIn((await turnpike.run(['token', 'ann'])).out)
  const { code, out } = await turnpike.run(['tokens', '--all'])
  expect(code).toBe(0)
  expect(out).toContain(`Generated token ${before} for user ann\n`)
  expect(out).toMatch(/^Generated token [0-9a-f]{40} for user cleo$/m)
})

it('3. Through the token issuing endpoint (see Endpoints).', async () => {
  const { users, tokens } = openAccounts()
  const { get, post } = clientOf({}, () => ({
    '/': { authentication: [tokenAuthentication({ tokens })], ...whoAmI },
    '/api-token-auth/': obtainToken({ users, tokens }),
  }))

  const credentials = { username: 'ann', password: 'wonderland' }
  const { token: key } = await (await post('/api-token-auth/', { form: credentials })).json()

  expect((await (await get('/', token(key))).json()).user.username).toBe('ann')
})

it('4. Through the administration interface.', async () => {
  const config = readConfig({ DATABASE_URL: 'sqlite::memory:' })
  const service = await createService(defaultService, config, {
    logger: silentLogger,
    migrate: true,
  })
  onTestFinished(() => service.close())
  const root = await service.users.create({ username: 'root', password: null, isStaff: true })
  const ann = await service.users.create({ username: 'ann', password: null })
  const { id } = await service.sessions.create(root)
  const send = (path: string, csrf: string | null) =>
    service.app.fetch(
      new Request(`http://api.test${path}`, {
        method: csrf === null ? 'GET' : 'POST',
        headers: { Cookie: `sessionid=${id}; csrftoken=${csrf}` },
        ...(csrf !== null && { body: new URLSearchParams({ csrfmiddlewaretoken: csrf }) }),
      }),
      { connection: { address: '192.0.2.7', remoteUser: null } },
    )
  const page = await send(`/admin/users/${ann.pk}/`, null)
  const csrf = /csrftoken=([^;]+)/.exec(page.headers.getSetCookie().join())?.[1] ?? ''

  const answer = await (await send(`/admin/users/${ann.pk}/token/create/`, csrf)).text()

  const key = /Authorization: Token ([0-9a-f]{40})/.exec(answer)?.[1] ?? ''
  expect(await identityOf(service, key)).toBe('ann')
})

describe('5. Through a command-line utility taking a username, which returns the token and creates it if absent.', () => {
  it('returns the token and creates it if absent', async () => {
    const turnpike = await createTurnpikeWithAnn()

    const created = await turnpike.run(['token', 'ann'])
    const returned = await turnpike.run(['token', 'ann'])

    expect(created.code).toBe(0)
    expect(returned).toEqual(created)
    expect(await userOf(turnpike, keyIn(created.out))).toBe('ann')
  })

  it('With a regenerate flag (`-r`) it replaces an existing token, for example after a leak.', async () => {
    const turnpike = await createTurnpikeWithAnn()
    const leaked = keyIn((await turnpike.run(['token', 'ann'])).out)

    const replaced = keyIn((await turnpike.run(['token', '-r', 'ann'])).out)

    expect(replaced).not.toBe(leaked)
    expect(await userOf(turnpike, leaked)).toBeNull()
    expect(await userOf(turnpike, replaced)).toBe('ann')
  })

  it('fails for an unknown username', async () => {
    const { run } = await createTurnpikeWithAnn()
    const { code, out, err } = await run(['token', 'anne'])
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(err).toContain('Cannot create the Token: user anne does not exist')
  })
})

const keyIn = (out: string) => /^Generated token (\S+) for user \S+$/m.exec(out)?.[1] ?? ''

/** Whose key it is, to the service over the database of the command line; null: it is refused. */
async function userOf({ databaseUrl }: Turnpike, key: string): Promise<string | null> {
  const config = readConfig({ DATABASE_URL: databaseUrl, SECRET_KEYS: secrets.join() })
  const service = await createService(defaultService, config, { logger: silentLogger })
  try {
    return await identityOf(service, key)
  } finally {
    await service.close()
  }
}

async function identityOf(
  { app }: Awaited<ReturnType<typeof createService>>,
  key: string,
): Promise<string | null> {
  const connection = { address: '192.0.2.7', remoteUser: null }
  const response = await app.fetch(new Request('http://api.test/whoami/', token(key)), {
    connection,
  })
  return response.status === 200 ? (await response.json()).username : null
}
