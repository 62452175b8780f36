import { oneView, silentLogger } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  createApi,
  externalSessionAuthentication,
  externalTokenAuthentication,
  isAuthenticated,
  type Settings,
} from '../../../src/index.ts'
import { openApiDocument } from '../../../src/openapi/index.ts'
import { otherAccounts, StatusError, userOf } from './accounts.ts'

const rates = { FAILED_CREDENTIALS_RATES: { address: '2/min', username: null } }

function open(settings: Settings = {}) {
  const other = otherAccounts()
  const tokens = externalTokenAuthentication({ auth: other.auth, userOf })
  const keys = externalTokenAuthentication({ auth: other.auth, userOf, header: 'X-Api-Key' })
  const sessions = externalSessionAuthentication({ auth: other.auth, userOf })
  const client = oneView(
    {
      authentication: [tokens, keys, sessions],
      permissions: [isAuthenticated],
      get: ({ user, scheme }) => new ApiResponse({ user, scheme }),
      post: ({ scheme }) => new ApiResponse({ scheme }),
    },
    settings,
  )
  const get = (headers: Record<string, string>) => client.get('/', { headers })
  return { ...other, client, get, tokens, keys }
}
const detailOf = async (response: Response) => (await response.json()).detail

describe('external token authentication', () => {
  it('knows a bearer token and an API key, each in its own header field', async () => {
    const { get, asked } = open()
    const token = await get({ Authorization: 'Bearer valid' })
    expect(await token.json()).toMatchObject({ user: { pk: 'ann' }, scheme: 'external-token' })
    expect(token.headers.get('Vary')).toMatch(/Authorization, X-Api-Key/)

    const key = await get({ 'X-Api-Key': 'valid' })
    expect(await key.json()).toMatchObject({ user: { pk: 'ann' }, scheme: 'external-key' })
    expect(asked).toEqual([{ authorization: 'Bearer valid' }, { 'x-api-key': 'valid' }])
  })

  it('writes with an external token need no CSRF token', async () => {
    const { client } = open()
    const response = await client.post('/', { headers: { Authorization: 'Bearer valid' } })
    expect(response.status).toBe(200)
  })

  it('a wrong external token is refused although the valid cookie of a session is sent with it', async () => {
    const { client, asked } = open()
    for (const headers of [{ Authorization: 'Bearer wrong' }, { 'X-Api-Key': 'wrong' }]) {
      const Cookie = 'better-auth.session_token=valid'
      const response = await client.post('/', { headers: { ...headers, Cookie } })
      expect(response.status).toBe(401)
    }
    expect(asked).toEqual([{ authorization: 'Bearer wrong' }, { 'x-api-key': 'wrong' }])
  })

  it('a wrong external token is 401 with the challenge of RFC 6750', async () => {
    const { get } = open()
    const response = await get({ Authorization: 'Bearer wrong' })
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe(
      'Bearer realm="api", error="invalid_token"',
    )
    expect(await detailOf(response)).toBe('Invalid token.')
    // A key that is wrong says nothing of a bearer token.
    for (const headers of [{}, { 'X-Api-Key': 'wrong' }]) {
      expect((await get(headers as never)).headers.get('WWW-Authenticate')).toBe(
        'Bearer realm="api"',
      )
    }
  })

  it('external keys have a challenge that names their header field', async () => {
    const { keys } = open()
    const client = oneView({
      authentication: [keys],
      permissions: [isAuthenticated],
      get: () => new ApiResponse(),
    })
    for (const headers of [{}, { 'X-Api-Key': 'wrong' }]) {
      const response = await client.get('/', { headers })
      expect(response.headers.get('WWW-Authenticate')).toBe(
        'Api-Key realm="api", header="X-Api-Key"',
      )
    }
  })

  it.each([
    ['Bearer', 'Invalid token header. No credentials provided.'],
    ['Bearer a b', 'Invalid token header. Token string should not contain spaces.'],
  ])('a malformed external token is refused without a question: %s', async (value, detail) => {
    const { get, asked } = open()
    expect(await detailOf(await get({ Authorization: value }))).toBe(detail)
    expect(asked).toEqual([])
  })

  it.each([
    ['', 'Invalid API key header. No key provided.'],
    ['a, b', 'Invalid API key header. One key without spaces and commas is expected.'],
  ])('a malformed external key is refused without a question: %j', async (value, detail) => {
    const { get, asked } = open()
    expect(await detailOf(await get({ 'X-Api-Key': value }))).toBe(detail)
    expect(asked).toEqual([])
  })

  it.each([
    ['Authorization', 'Bearer wrong'],
    ['X-Api-Key', 'wrong'],
  ])('wrong external tokens in %s are counted as wrong credentials', async (header, value) => {
    const { get } = open(rates)
    const statuses = []
    for (let count = 0; count < 3; count++) statuses.push((await get({ [header]: value })).status)
    expect(statuses).toEqual([401, 401, 429])
    // Tokens cannot be guessed, and a valid one is never refused because of wrong ones.
    expect((await get({ Authorization: 'Bearer valid' })).status).toBe(200)
  })

  it.each([401, 403])(
    'an error with the status %i says that the external token is wrong, and counts',
    async (status) => {
      const { get, failures } = open(rates)
      failures.next = new StatusError(status)
      const statuses = []
      for (let count = 0; count < 3; count++) {
        statuses.push((await get({ 'X-Api-Key': 'valid' })).status)
      }
      expect(statuses).toEqual([401, 401, 429])
    },
  )

  it('an external key that is used too often is 429 with its own wait, and is not counted', async () => {
    const { get, failures } = open({
      FAILED_CREDENTIALS_RATES: { address: '1/min', username: null },
    })
    failures.next = new StatusError(429, { details: { tryAgainIn: 2500 } })
    for (let count = 0; count < 3; count++) {
      const response = await get({ 'X-Api-Key': 'valid' })
      expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '3'])
    }
    for (const body of [undefined, { details: { tryAgainIn: Infinity } }]) {
      failures.next = new StatusError(429, body)
      expect((await get({ 'X-Api-Key': 'valid' })).headers.has('Retry-After')).toBe(false)
    }
    failures.next = null
    expect((await get({ 'X-Api-Key': 'wrong' })).status).toBe(401)
  })

  it.each([
    ['500', new StatusError(500), 503],
    ['no status', new TypeError('The database is closed.'), 500],
  ])(
    'external accounts that fail are no refusal of the token: %s',
    async (_kind, error, status) => {
      const { get, failures } = open(rates)
      failures.next = error
      for (let count = 0; count < 3; count++) {
        expect((await get({ Authorization: 'Bearer valid' })).status).toBe(status)
      }
    },
  )

  it('an external token without an active user here is refused, and not counted', async () => {
    const { get } = open({ FAILED_CREDENTIALS_RATES: { address: '1/min', username: null } })
    for (const name of ['bob', 'carl', 'bob']) {
      const response = await get({ Authorization: `Bearer valid-${name}` })
      expect([response.status, await detailOf(response)]).toEqual([
        401,
        'User inactive or deleted.',
      ])
    }
  })

  it('OpenAPI has the bearer token and the header field of the key', async () => {
    const { tokens, keys } = open()
    const views = { '/': { authentication: [tokens, keys], get: () => new ApiResponse() } }
    const api = createApi({ LOGGER: silentLogger })
    const document = await openApiDocument(api, views, { title: 'Notes', version: '1' })
    expect(document.components?.securitySchemes).toMatchObject({
      'external-token': { type: 'http', scheme: 'bearer' },
      'external-key': { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    })
  })

  it.each([
    [{ userOf }, /auth of externalTokenAuthentication\(\) must be an object with api.getSession/],
    [{ auth: otherAccounts().auth, userOf, header: 'a b' }, /the name of a header field/],
    [{ auth: otherAccounts().auth, userOf, keyword: '' }, /a word without blanks/],
    [{ auth: otherAccounts().auth, userOf, realm: 'a\nb' }, /realm/],
    [{ auth: otherAccounts().auth, userOf, headers: 'a' }, /Did you mean header\?/],
  ])('wrong options of external tokens are refused at the start: %#', (options, message) => {
    expect(() => externalTokenAuthentication(options as never)).toThrow(message)
  })
})
