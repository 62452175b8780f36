import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { testClient } from '@turnpike/testing'
import {
  createApi,
  isAuthenticated,
  keyViews,
  type Logger,
  loginView,
  logoutView,
  memoryAccounts,
  memorySessions,
  obtainToken,
  pbkdf2,
  routes,
  tokenAuthentication,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import type { SecurityEvent } from '../../packages/turnpike/src/telemetry/security-events.ts'
import { openBrowser } from '../../packages/turnpike/test/sessions/browser.ts'

type Line = Record<string, unknown>

async function open() {
  const { users, tokens, keys } = memoryAccounts({
    users: [{ username: 'ann', password: 'looking-glass' }],
    passwords: pbkdf2({ iterations: 1 }),
  })
  const sessions = memorySessions({ users })
  const lines: Line[] = []
  const keep = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, ...fields, message })
  const logger: Logger = { info: keep('info'), warn: keep('warn'), error: keep('error') }
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [tokenAuthentication({ tokens })],
    DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    SECRET_KEYS: ['x'.repeat(32)],
    LOGGER: logger,
  })
  const app = routes(api, {
    ...keyViews({ keys }),
    '/login/': loginView({ users, sessions }),
    '/logout/': logoutView({ sessions }),
    '/api-token-auth/': obtainToken({ users, tokens }),
  })
  const events = () => lines.filter((line) => 'event' in line)
  return { app, lines, events }
}

const credentials = { username: 'ann', password: 'looking-glass' }

describe('security events', () => {
  it('signing in by the login view and out again is logged, with the user', async () => {
    const { app, events } = await open()
    const browser = openBrowser(app)
    await browser.get('/login/')
    const token = () => browser.cookies.get('csrftoken') ?? ''

    await browser.post('/login/', { form: { ...credentials, csrfmiddlewaretoken: token() } })
    await browser.post('/logout/', { form: { csrfmiddlewaretoken: token() } })
    // Nobody is signed in any more.
    await browser.post('/logout/', { form: { csrfmiddlewaretoken: token() } })

    expect(events()).toEqual([
      {
        level: 'info',
        event: 'sign-in.succeeded',
        user: 1,
        clientAddress: '127.0.0.1',
        message: 'sign-in',
      },
      { level: 'info', event: 'sign-out', clientAddress: '127.0.0.1', message: 'sign-out' },
    ])
  })

  it('a sign-in at the token endpoint is logged, refused or not, without the key', async () => {
    const { app, lines, events } = await open()
    const { post } = testClient(app)

    await post('/api-token-auth/', { json: { ...credentials, password: 'wonderland' } })
    const answer = await post('/api-token-auth/', { json: credentials })

    const { token } = (await answer.json()) as { token: string }
    expect(events()).toMatchObject([
      { level: 'warn', event: 'sign-in.refused', reason: 'wrong_password' },
      { level: 'info', event: 'sign-in.succeeded', user: 1 },
    ])
    expect(JSON.stringify(lines)).not.toContain(token)
  })

  it('API keys that a user makes and revokes are logged by their id, without the key', async () => {
    const { app, lines, events } = await open()
    const { post } = testClient(app)
    const answer = await post('/api-token-auth/', { json: credentials })
    const { token } = (await answer.json()) as { token: string }
    const client = testClient(app, { headers: { Authorization: `Token ${token}` } })

    const created = await client.post('/keys/', { json: { name: 'ci', scopes: ['notes:read'] } })
    const { id, key } = (await created.json()) as { id: string; key: string }
    await client.delete(`/keys/${id}/`)
    await client.delete(`/keys/${id}/`)

    expect(events().slice(1)).toMatchObject([
      { level: 'info', event: 'key.created', user: 1, apiKey: id, scopes: ['notes:read'] },
      { level: 'info', event: 'key.revoked', user: 1, apiKey: id },
    ])
    expect(JSON.stringify(lines)).not.toContain(key)
  })

  const securityEvents: Record<SecurityEvent, true> = {
    'sign-in.succeeded': true,
    'sign-in.refused': true,
    'sign-out': true,
    'refresh.reused': true,
    'key.created': true,
    'key.revoked': true,
  }

  it('every security event is in the table of its documentation', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../docs/security/events.md'), 'utf8')
    const rows = page
      .split('\n')
      .filter((line) => /^\| `[a-z-]+\./.test(line) || line.startsWith('| `sign-out`'))
    const documented = rows.flatMap((row) => /^\| `([\w.-]+)`/.exec(row)?.[1] ?? [])
    expect(documented.slice(0, -1)).toEqual(Object.keys(securityEvents))
    expect(documented.at(-1)).toBe('admin.user.create')
  })
})
