import { secrets } from '@turnpike/test-support/secrets.ts'
import { describe, expect, it } from 'vitest'
import { rehearse } from '../../src/explanations/rehearsal.ts'
import {
  ApiResponse,
  anonRateThrottle,
  arrayStore,
  createApi,
  isAuthenticated,
  memoryThrottleStore,
  type Permission,
  type Settings,
  type Throttle,
  type ThrottleStore,
  type ViewOptions,
} from '../../src/index.ts'
import { WebRequest } from '../../src/web/web-request.ts'
import { explainedSite, password } from './explained.ts'

const site = await explainedSite()

/** Explains a request to a view without calling its handler. */
function rehearsing(options: ViewOptions, settings: Settings = {}) {
  const called: string[] = []
  const handler = () => {
    called.push('handler')
    return new ApiResponse()
  }
  const api = createApi({
    SECRET_KEYS: secrets,
    DEFAULT_AUTHENTICATION_CLASSES: [site.schemes.token, site.schemes.basic],
    LOGGER: { info() {}, warn: () => called.push('log'), error() {} },
    ...settings,
  })
  const view = api.view({ get: handler, post: handler, ...options })
  const explain = (init: RequestInit = {}, user: unknown = null) =>
    rehearse(
      view,
      new WebRequest(new Request('http://testserver/', init)),
      { params: {}, connection: { address: '192.0.2.7', remoteUser: null } },
      { signInPath: null, user },
    )
  return { called, explain }
}

/** A store of its own kind, so that its counts are not in memory for the explanation. */
function sharedStore(): ThrottleStore {
  const { take, peek, giveBack } = memoryThrottleStore()
  return { take, peek, giveBack }
}

describe('a request that is explained without its handler', () => {
  it('the handler is not called, and an allowed request has no status', async () => {
    const { called, explain } = rehearsing({ permissions: [isAuthenticated] })
    const headers = { Authorization: `Token ${site.key}` }
    expect(await explain({ headers })).toMatchObject({ status: null, refusedBy: null })
    expect(await explain({ method: 'POST', headers })).toMatchObject({ status: null })
    expect(await explain()).toMatchObject({ status: 401, refusedBy: 'permission' })
    expect(called).toEqual([])
  })

  it('an assumed user who is inactive is refused, as by every scheme', async () => {
    const { explain } = rehearsing({ permissions: [isAuthenticated] })
    const user = { pk: 7, isAuthenticated: true, isActive: false }
    const { status, refusedBy, reason } = await explain({}, user)
    expect([status, refusedBy]).toEqual([401, 'authentication'])
    expect(reason).toContain('User inactive or deleted.')
  })

  it('an assumed user is allowed or refused without any scheme', async () => {
    const { explain } = rehearsing({ permissions: [isAuthenticated] })
    expect(await explain({}, site.ann)).toMatchObject({
      status: null,
      schemes: [{ name: 'assumed', result: 'succeeded', user: '1' }],
    })
  })

  it('the permissions of the parents of a view are named, and the rules about its items', async () => {
    const api = createApi({ DEFAULT_PERMISSION_CLASSES: [isAuthenticated] })
    const store = arrayStore<{ id: number; organisation: number }>([])
    const isMember: Permission = { name: 'isMember', hasPermission: () => true, scope: () => null }
    const region = { store, parameter: 'region', field: 'region' }
    const parent = {
      store,
      parameter: 'organisation',
      field: 'organisation',
      permissions: [isAuthenticated, isMember],
      parent: region,
    } as const
    const view = api.listView({ store, parent, permissions: [isMember] })
    const incoming = new WebRequest(new Request('http://testserver/'))
    const context = { params: {}, connection: { address: '192.0.2.7', remoteUser: null } }
    const options = { signInPath: null, user: site.ann }
    expect((await rehearse(view, incoming, context, options)).advice).toEqual([
      'The handler asks about the parent (organisation): isAuthenticated, isMember.',
      'The handler asks about the parent (region): isAuthenticated.',
      'The list has what the scope allows: isMember.',
    ])
  })

  it('an explained request takes no place in the counts of the settings', async () => {
    const store = sharedStore()
    const { explain } = rehearsing(
      { throttles: [anonRateThrottle({ rate: '1/min' })] },
      { THROTTLE_STORE: store },
    )
    for (let time = 0; time < 3; time++) {
      expect(await explain()).toMatchObject({
        status: null,
        throttles: [{ result: 'allowed', remaining: 0, said: null }],
      })
    }
    await store.take('anon:address:192.0.2.7', { limit: 1, seconds: 60 })
    expect(await explain()).toMatchObject({ status: 429, refusedBy: 'throttle' })
  })

  it('an explained request with wrong credentials is not counted and not logged', async () => {
    const { called, explain } = rehearsing(
      {},
      {
        FAILED_CREDENTIALS_RATES: { address: '1/min', username: '1/min' },
        THROTTLE_STORE: sharedStore(),
      },
    )
    for (const Authorization of ['Token wrong', `Basic ${btoa('ann:wrong')}`]) {
      for (let time = 0; time < 2; time++) {
        expect((await explain({ headers: { Authorization } })).status).toBe(401)
      }
    }
    const Authorization = `Basic ${btoa(`ann:${password}`)}`
    expect((await explain({ headers: { Authorization } })).status).toBeNull()
    expect(called).toEqual([])
  })

  it('counts in memory and counts elsewhere are noted', async () => {
    const own: Throttle = { allowRequest: () => ({ allowed: true }) }
    const throttles = [
      anonRateThrottle({ rate: '1/min' }),
      anonRateThrottle({ rate: '1/min', scope: 'other', store: memoryThrottleStore() }),
      anonRateThrottle({ rate: '1/min', scope: 'posts', methods: ['POST'] }),
      own,
    ]
    const { explain } = rehearsing({ throttles }, { THROTTLE_STORE: memoryThrottleStore() })
    expect((await explain()).throttles.map(({ said }) => said)).toEqual([
      'the counts of a running service are in its memory, and unknown here',
      'it counts elsewhere, and may count this request',
      null,
      'it counts elsewhere, and may count this request',
    ])
  })

  it('rules about items are named, because only the handler asks them', async () => {
    const isOwner = {
      name: 'isOwner',
      hasPermission: () => true,
      hasObjectPermission: () => false,
    }
    const { explain } = rehearsing({ permissions: [isOwner] })
    expect((await explain()).advice).toEqual(['The handler asks about each item: isOwner.'])
  })

  it('the scope of a list is named, and no rule about items, which lists do not ask', async () => {
    const isOwner = {
      name: 'isOwner',
      hasPermission: () => true,
      hasObjectPermission: () => false,
    }
    const own = { ...isOwner, name: 'own', scope: () => ({ any: [] }) }
    const operations = { get: { isList: true } }
    const advice = async (permissions: Permission[]) =>
      (await rehearsing({ permissions, operations }).explain()).advice

    expect(await advice([isOwner])).toEqual([])
    expect(await advice([isOwner, own])).toEqual(['The list has what the scope allows: own.'])
  })

  it('a host that is not allowed is explained without an answer', async () => {
    const { explain } = rehearsing({}, { ALLOWED_HOSTS: ['api.example.com'] })
    expect(await explain()).toMatchObject({ status: 400, refusedBy: 'suspicious request' })
  })

  it('a defect in a policy is thrown, not explained', async () => {
    const hasPermission = () => {
      throw new Error('a defect')
    }
    await expect(rehearsing({ permissions: [{ hasPermission }] }).explain()).rejects.toThrow(
      'a defect',
    )
  })
})
