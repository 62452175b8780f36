import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { createTurnpikeWithAnn } from '../turnpike.ts'

const root = resolve(import.meta.dirname, '../../../../..')

const service = `
  import { ApiResponse, anonRateThrottle, createApi, isAdminUser, isAuthenticated, routes,
    tokenAuthentication } from '${root}/packages/turnpike/src/index.ts'
  import { defineService } from '${root}/packages/service/src/service/index.ts'
  export default defineService({
    name: 'test',
    app({ tokens, settings }) {
      const api = createApi({
        DEFAULT_AUTHENTICATION_CLASSES: [tokenAuthentication({ tokens })],
        ...settings,
      })
      const get = () => { throw new Error('The handler was called.') }
      return routes(api, {
        '/notes/': { name: 'Notes', permissions: [isAuthenticated], get },
        '/staff/': { name: 'Staff', permissions: [isAdminUser], get },
        '/open/': { name: 'Open', throttles: [anonRateThrottle({ rate: '1/min' })], get },
      })
    },
  })`

async function withService() {
  const turnpike = await createTurnpikeWithAnn()
  writeFileSync(join(turnpike.folder, 'service.mjs'), service)
  const explain = (args: readonly string[], env?: Record<string, string>) =>
    turnpike.run(['explain', ...args], '', env)
  return { ...turnpike, explain }
}

it('turnpike explain says why a request is refused, and ends with 1', async () => {
  const { explain } = await withService()
  expect(await explain(['GET', '/notes/', 'service.mjs'])).toEqual({
    code: 1,
    out: [
      'GET /notes/ (Notes): 401 Unauthorized, by the permission',
      'isAuthenticated denied an anonymous user the request.',
      '→ Send Authorization: Token …',
      '',
      'Schemes',
      '  token: not attempted: no Authorization header',
      '',
      'Permissions',
      '  isAuthenticated: denied',
      '',
      'Throttles',
      '  none',
      '',
    ].join('\n'),
    err: 'turnpike: The request is refused with the status 401.\n',
  })
})

it('turnpike explain says that a request is allowed, and ends with 0', async () => {
  const { run, explain } = await withService()
  const key = / ([0-9a-f]{40}) /.exec((await run(['token', 'ann'])).out)?.[1] ?? ''
  const field = `Authorization: Token ${key}`

  const { code, out, err } = await explain(['GET', '/notes/', 'service.mjs', '-H', field])

  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('GET /notes/ (Notes): allowed')
  expect(out).toContain('token: succeeded as user 1')
  expect(out).not.toContain(key.slice(0, 8))
})

it('turnpike explain --json --user explains what a user may do, for programs', async () => {
  const { explain } = await withService()
  const args = ['GET', '/staff/', 'service.mjs', '--user', 'ann', '--json']
  const { code, out } = await explain(args)
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({
    status: 403,
    refusedBy: 'permission',
    reason: 'isAdminUser denied user 1 the request.',
  })
})

it('turnpike explain leaves no count behind in the database', async () => {
  const { explain } = await withService()
  for (let time = 0; time < 2; time++) {
    const { out } = await explain(['GET', '/open/', 'service.mjs'], {
      THROTTLE_STORE_URL: 'database',
    })
    expect(out).toContain('anonRateThrottle: allowed (scope anon')
    expect(out).toContain('0 remaining')
  }
})

it('turnpike explain asks for a host that the service allows, unless another is named', async () => {
  const { explain } = await withService()
  const env = { ALLOWED_HOSTS: 'api.example.com' }
  expect((await explain(['GET', '/open/', 'service.mjs'], env)).code).toBe(0)
  const other = await explain(['GET', '/open/', 'service.mjs', '-H', 'Host: evil.example'], env)
  expect(other.out).toContain('The host evil.example is not in ALLOWED_HOSTS.')
})

it.each([
  [
    'a slash that is missing',
    ['GET', '/notes?page=2'],
    /answered with 404. Did you mean \/notes\/\?/,
  ],
  ['a path without a view', ['GET', '/nothing/'], /No view has the path \/nothing\/.*\/notes\//],
  ['a header field without a colon', ['GET', '/notes/', '-H', 'bad'], /--header needs/],
  ['a body for GET', ['GET', '/notes/', '--data', 'x'], /Such a request cannot be sent/],
  ['a user who does not exist', ['GET', '/notes/', '--user', 'eve'], /user eve does not exist/],
])('turnpike explain refuses %s', async (_, [method = '', path = '', ...options], expected) => {
  const { explain } = await withService()
  const { code, err } = await explain([method, path, 'service.mjs', ...options])
  expect(code).toBe(1)
  expect(err).toMatch(expected)
  expect(err).not.toContain('unexpected')
})
