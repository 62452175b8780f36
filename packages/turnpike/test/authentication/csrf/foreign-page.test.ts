import { oneView } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  basicAuthentication,
  isAuthenticated,
  memoryAccounts,
  pbkdf2,
  remoteUserAuthentication,
  type Settings,
} from '../../../src/index.ts'

const { users } = memoryAccounts({
  passwords: pbkdf2({ iterations: 1 }),
  users: [{ username: 'ann', password: 'secret' }],
})
const schemes = [basicAuthentication({ users }), remoteUserAuthentication({ users })]
const simple = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain;charset=UTF-8',
  'TEXT/PLAIN',
  'no media type',
  null,
]

/** How the request authenticates: by a password, or by the user that the web server names. */
const callers = [
  ['Basic', { headers: { Authorization: `Basic ${btoa('ann:secret')}` }, remoteUser: null }],
  ['a remote user', { headers: {}, remoteUser: 'ann' }],
] as const

describe.each(callers)('a write over http with %s', (_, caller) => {
  const ask = async (
    fields: Record<string, string>,
    { method = 'POST', settings = {} }: { method?: string; settings?: Settings } = {},
  ) => {
    const done = () => new ApiResponse('done')
    const client = oneView(
      {
        authentication: schemes,
        permissions: [isAuthenticated],
        get: done,
        post: done,
        patch: done,
      },
      settings,
      { baseUrl: 'http://books.example', connection: { remoteUser: caller.remoteUser } },
    )
    return client.request(method, '/', { headers: { ...caller.headers, ...fields } })
  }
  const withType = (type: string | null) => (type === null ? {} : { 'Content-Type': type })

  describe.each(['http://evil.example', 'null', 'https://books.example'])(
    'the Origin %s',
    (Origin) => {
      it.each(simple)(
        'a foreign write is 403 with a content type that any page can send: %s',
        async (type) => {
          const response = await ask({ Origin, ...withType(type) })

          expect(response.status).toBe(403)
          expect((await response.json()).detail).toMatch(/^CSRF Failed: Origin checking failed/)
          const navigated = { Origin, ...withType(type), 'Sec-Fetch-Site': 'none' }
          expect((await ask(navigated)).status).toBe(403)
        },
      )

      it.each(['application/json', 'application/octet-stream'])(
        'passes with a content type for which browsers ask before: %s',
        async (type) => {
          expect((await ask({ Origin, ...withType(type) })).status).toBe(200)
        },
      )

      it('a write passes when its origin may write', async () => {
        if (Origin === 'null') return
        for (const settings of [
          { CSRF_TRUSTED_ORIGINS: [Origin] },
          { CORS_ALLOWED_ORIGINS: [Origin] },
        ]) {
          expect((await ask({ Origin, ...withType('text/plain') }, { settings })).status).toBe(200)
        }
      })

      it('passes when it only reads', async () => {
        expect((await ask({ Origin }, { method: 'GET' })).status).toBe(200)
      })
    },
  )

  it.each(['cross-site', 'same-site'])(
    'a write is 403 when the browser reports it as %s, whatever its content type',
    async (site) => {
      for (const type of [...simple, 'application/json']) {
        const fields = { ...withType(type), 'Sec-Fetch-Site': site }
        expect((await ask(fields)).status).toBe(403)
        expect((await ask({ ...fields, Origin: 'http://evil.example' })).status).toBe(403)
      }
    },
  )

  it.each(simple)(
    'a write passes from the own origin, and from programs that send no origin: %s',
    async (type) => {
      expect((await ask({ Origin: 'http://books.example', ...withType(type) })).status).toBe(200)
      expect((await ask(withType(type))).status).toBe(200)
      expect(
        (
          await ask(
            { Origin: 'https://api.books.example', ...withType(type) },
            {
              settings: { BASE_URL: 'https://api.books.example' },
            },
          )
        ).status,
      ).toBe(200)
    },
  )
})
