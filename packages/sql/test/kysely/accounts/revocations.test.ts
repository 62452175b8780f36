import { named, quick } from '@turnpike/test-support/accounts.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import {
  apiKeyAuthentication,
  authenticate,
  createApi,
  isAuthenticated,
  sessionAuthentication,
  tokenAuthentication,
  watchIdentity,
} from 'turnpike'
import { afterAll, describe, expect, it } from 'vitest'
import { kyselyAccounts, kyselySessions } from '../../../src/kysely/index.ts'

const database = await openInMemory()
afterAll(() => database.close())
const { users, tokens, keys } = kyselyAccounts(database.db, { secrets, passwords: quick })
const sessions = kyselySessions(database.db)

const policies = {
  authentication: [
    tokenAuthentication({ tokens }),
    apiKeyAuthentication({ keys }),
    sessionAuthentication({ sessions }),
  ],
  permissions: [isAuthenticated],
}

async function newUser(username: string) {
  const user = await users.create(named(username))
  const token = await tokens.getOrCreate(user)
  const { key, apiKey } = await keys.create(user, { name: 'a program', scopes: [] })
  const session = await sessions.create(user)
  const headers = {
    token: { Authorization: `Token ${token.key}` },
    key: { Authorization: `Api-Key ${key}` },
    session: { Cookie: `sessionid=${session.id}` },
  }
  return { user, apiKey, session, headers }
}
type Opened = Awaited<ReturnType<typeof newUser>>

const endings: [string, keyof Opened['headers'], (opened: Opened) => Promise<unknown>][] = [
  ['a revoked token', 'token', ({ user }) => tokens.revoke(user)],
  ['a replaced token', 'token', ({ user }) => tokens.regenerate(user)],
  ['a revoked API key', 'key', ({ apiKey }) => keys.revoke(apiKey)],
  ['an ended session', 'session', ({ session }) => sessions.end(session.id)],
  ['sessions that all end', 'session', ({ user }) => sessions.endAll(user)],
  ['a new password', 'session', ({ user }) => users.setPassword(user, 'a-new-phrase-of-theirs')],
  ['an inactive user', 'key', ({ user }) => users.setActive(user, false)],
]

describe('the stores of Kysely', () => {
  it.each(endings)('report to open connections at once: %s', async (name, kind, end) => {
    const opened = await newUser(name.replaceAll(' ', '-'))
    const api = createApi({ LOGGER: silentLogger })
    const request = new Request('http://testserver/', { headers: opened.headers[kind] })
    const admission = await authenticate(api, request, policies)
    if (!admission.allowed) expect.fail(await admission.response.text())
    const { signal } = watchIdentity(api, admission, { intervalSeconds: 86_400 })
    const ended = new Promise((resolve) => signal.addEventListener('abort', resolve))
    await end(opened)
    await ended
  })
})
