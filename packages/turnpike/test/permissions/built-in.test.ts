import { oneView } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  allowAny,
  anonymousUser,
  isAdminUser,
  isAuthenticated,
  isAuthenticatedOrReadOnly,
  type Permission,
} from '../../src/index.ts'

const ann = { username: 'ann', isAuthenticated: true, isStaff: false }
const eve = { username: 'eve', isAuthenticated: true, isStaff: true }

/** The statuses of GET, HEAD, OPTIONS, POST, PUT, PATCH and DELETE by this user. */
async function statuses(permission: Permission, user: unknown): Promise<string> {
  const answer = () => new ApiResponse()
  const client = oneView({
    authentication: [{ authenticate: () => ({ user, auth: null }) }],
    permissions: [permission],
    get: answer,
    post: answer,
    put: answer,
    patch: answer,
    delete: answer,
  })
  const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']
  const responses = await Promise.all(methods.map((method) => client.request(method, '/')))
  return responses.map(({ status }) => status).join(' ')
}

const all = '200 200 200 200 200 200 200'
const none = '403 403 403 403 403 403 403'
const onlyReading = '200 200 200 403 403 403 403'

const rows: [name: string, permission: Permission, ann: string, eve: string, anonymous: string][] =
  [
    ['allowAny', allowAny, all, all, all],
    ['isAuthenticated', isAuthenticated, all, all, none],
    ['isAdminUser', isAdminUser, none, all, none],
    ['isAuthenticatedOrReadOnly', isAuthenticatedOrReadOnly, all, all, onlyReading],
  ]

describe.each(rows)('%s', (_name, permission, byAnn, byEve, byAnonymous) => {
  it('decides for a known user, a staff user and the anonymous one', async () => {
    expect(await statuses(permission, ann)).toBe(byAnn)
    expect(await statuses(permission, eve)).toBe(byEve)
    expect(await statuses(permission, anonymousUser)).toBe(byAnonymous)
  })

  it('treats whatever is no known user as unauthenticated', async () => {
    const strangers = [
      null,
      undefined,
      'ann',
      {},
      { isAuthenticated: 'yes', isStaff: true },
      { isAuthenticated: false, isStaff: true },
    ]
    for (const stranger of strangers) {
      expect(await statuses(permission, stranger)).toBe(byAnonymous)
    }
  })
})

it('isAdminUser wants true and nothing like it', async () => {
  expect(await statuses(isAdminUser, { isAuthenticated: true, isStaff: 1 })).toBe(none)
  expect(await statuses(isAdminUser, { isAuthenticated: true })).toBe(none)
})

it('isAuthenticatedOrReadOnly does not count TRACE as reading', async () => {
  const client = oneView({ permissions: [isAuthenticatedOrReadOnly] })
  const trace = { method: 'TRACE', headers: new Headers(), user: null }

  expect(isAuthenticatedOrReadOnly.hasPermission(trace as never)).toBe(false)
  expect((await client.request('PROPFIND', '/')).status).toBe(403)
})
