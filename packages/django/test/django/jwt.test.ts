import { generateKeyPairSync } from 'node:crypto'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { decodeJwt, SignJWT } from 'jose'
import { ApiResponse, createApi, isAuthenticated, routes, type User } from 'turnpike'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DjangoUser, djangoAccounts } from '../../src/django/index.ts'
import { type DjangoJwtOptions, djangoJwt } from '../../src/django/jwt/index.ts'
import type { SharedDatabase } from './reference/databases.ts'
import { type Django, type DjangoOptions, startDjango } from './reference/django.ts'
import { besideDjango, djangoDatabase, secretKey } from './reference/shared-tests.ts'

/** A status, a body, and the challenge of a 401. */
interface Answer {
  status: number
  body: unknown
  challenge: string | null
}

/** Sends the same request to a service. */
type Send = (path: string, body: object | null, authorization?: string) => Promise<Answer>

const sendToDjango =
  (django: Django): Send =>
  (path, body, authorization) =>
    django.run<Answer>(
      `
headers = {} if authorization is None else {'HTTP_AUTHORIZATION': authorization}
client = Client()
if body is None:
    response = client.get(path, **headers)
else:
    response = client.post(path, body, content_type='application/json', **headers)
result = {
    'status': response.status_code,
    'body': response.json(),
    'challenge': response.get('WWW-Authenticate'),
}
`,
      { path, body, authorization: authorization ?? null },
    )

function sendToTurnpike({ db }: SharedDatabase, options: DjangoJwtOptions<DjangoUser>) {
  const { users, jwt: jwtOf } = djangoAccounts(db, { secretKey })
  const jwt = jwtOf(options)
  const api = createApi({
    LOGGER: silentLogger,
    FAILED_CREDENTIALS_RATES: { address: null, username: null },
  })
  const client = testClient(
    routes(api, {
      ...jwt.views({ path: '/token/' }),
      '/who-by-token/': {
        authentication: [jwt.authentication],
        permissions: [isAuthenticated],
        get: ({ user }: { user: unknown }) =>
          new ApiResponse({ username: (user as User).username }),
      },
    }),
  )
  const send: Send = async (path, body, authorization) => {
    const headers = authorization === undefined ? {} : { Authorization: authorization }
    const response =
      body === null
        ? await client.get(path, { headers })
        : await client.post(path, { json: body, headers })
    return {
      status: response.status,
      body: await response.json(),
      challenge: response.headers.get('WWW-Authenticate'),
    }
  }
  return { send, jwt, users }
}

const passed = (answer: Answer): Record<string, string> => {
  expect(answer).toMatchObject({ status: 200 })
  return answer.body as Record<string, string>
}

const bearer = (token: string | undefined) => `Bearer ${token}`

/** A token with these claims that the key of both services has signed. */
const forged = (claims: Record<string, unknown>, key: string = secretKey) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(key))

const now = () => Math.floor(Date.now() / 1000)

const addUsers = `
for name, active in (('ann', True), ('ben', False), ('zoe', True)):
    User.objects.create_user(name, password=f'password of {name}', is_active=active)
`

async function begin(
  shared: SharedDatabase,
  given: Record<string, unknown>,
  options: DjangoJwtOptions<DjangoUser>,
) {
  const database: DjangoOptions = {
    database: shared.django,
    settings: { SECRET_KEY: secretKey, SIMPLE_JWT: given },
  }
  const django = await startDjango(database)
  const turnpike = sendToTurnpike(shared, options)
  return { django, turnpike, both: [sendToDjango(django), turnpike.send] as const }
}

besideDjango('tokens of simplejwt', ({ name, open }) => {
  let shared: SharedDatabase
  let world: Awaited<ReturnType<typeof begin>>
  beforeAll(async () => {
    shared = await open()
    world = await begin(
      shared,
      { ROTATE_REFRESH_TOKENS: true, BLACKLIST_AFTER_ROTATION: true },
      { rotateRefreshTokens: true, blacklistAfterRotation: true },
    )
    await world.django.run(addUsers)
  })
  afterAll(async () => {
    world.django.close()
    await shared.close()
  })

  const ann = { username: 'ann', password: 'password of ann' }

  /** Each pair of issuer and user of a token. */
  const directions = () => {
    const [django, turnpike] = world.both
    return [
      [django, turnpike],
      [turnpike, django],
    ] as const
  }

  it(`an access token of one service is good at the other on ${name}`, async () => {
    for (const [issuer, other] of directions()) {
      const { access } = passed(await issuer('/token/', ann))
      const answer = await other('/who-by-token/', null, bearer(access))
      expect(answer).toEqual({ status: 200, body: { username: 'ann' }, challenge: null })
    }
  })

  it(`a refresh token of one service is refreshed at the other, once, on ${name}`, async () => {
    for (const [issuer, other] of directions()) {
      const { refresh } = passed(await issuer('/token/', ann))
      const next = passed(await other('/token/refresh/', { refresh }))
      expect(passed(await issuer('/who-by-token/', null, bearer(next.access)))).toEqual({
        username: 'ann',
      })
      const refused = {
        status: 401,
        body: { detail: 'Token is blacklisted', code: 'token_not_valid' },
        challenge: 'Bearer realm="api"',
      }
      expect(await issuer('/token/refresh/', { refresh })).toEqual(refused)
      expect(await other('/token/refresh/', { refresh })).toEqual(refused)
      passed(await issuer('/token/refresh/', { refresh: next.refresh }))
    }
  })

  it(`a refresh token blacklisted at one service is refused at the other on ${name}`, async () => {
    for (const [issuer, other] of directions()) {
      const { refresh } = passed(await issuer('/token/', ann))
      expect(passed(await issuer('/token/blacklist/', { refresh }))).toEqual({})
      const again = [
        await other('/token/blacklist/', { refresh }),
        await issuer('/token/blacklist/', { refresh }),
        await other('/token/verify/', { token: refresh }),
        await issuer('/token/verify/', { token: refresh }),
      ]
      expect(again.map(({ status }) => status)).toEqual([401, 401, 400, 400])
      expect(again[0]).toEqual(again[1])
      expect(again[2]).toEqual(again[3])
    }
  })

  it(`the claims of tokens are those that simplejwt makes on ${name}`, async () => {
    const claims = []
    for (const send of world.both) {
      const { access = '', refresh = '' } = passed(await send('/token/', ann))
      const pair = [decodeJwt(access), decodeJwt(refresh)] as const
      for (const token of pair) {
        expect(token.jti).toMatch(/^[0-9a-f]{32}$/)
        expect(Math.abs((token.iat ?? 0) - now())).toBeLessThan(10)
      }
      claims.push(
        pair.map(({ jti: _, iat = 0, exp = 0, ...others }) => ({ ...others, lasts: exp - iat })),
      )
    }
    expect(claims[1]).toEqual(claims[0])
  })

  it(`issued and blacklisted tokens are recorded as by simplejwt on ${name}`, async () => {
    const rows = []
    for (const send of world.both) {
      const { refresh = '' } = passed(await send('/token/', ann))
      await send('/token/blacklist/', { refresh })
      rows.push(
        await world.django.run<Record<string, unknown>>(
          `
from rest_framework_simplejwt.token_blacklist.models import OutstandingToken
from django.utils import timezone
token = OutstandingToken.objects.get(jti=jti)
result = {
    'user': token.user.username,
    'token': token.token == sent,
    'age': abs(round((timezone.now() - token.created_at).total_seconds() / 10)),
    'lasts': round((token.expires_at - token.created_at).total_seconds() / 10),
    'blacklisted': abs(
        round((timezone.now() - token.blacklistedtoken.blacklisted_at).total_seconds() / 10)
    ),
}
`,
          { jti: decodeJwt(refresh).jti, sent: refresh },
        ),
      )
    }
    expect(rows[1]).toEqual(rows[0])
    expect(rows[1]).toEqual({ user: 'ann', token: true, age: 0, lasts: 8_640, blacklisted: 0 })
  })

  it(`one refresh succeeds when many are sent at once with the same token on ${name}`, async () => {
    const [fromDjango, send] = world.both
    const { refresh } = passed(await fromDjango('/token/', ann))
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send('/token/refresh/', { refresh })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(9).fill(401)])
    expect(await fromDjango('/token/refresh/', { refresh })).toMatchObject({ status: 401 })
  })

  it(`a refresh token that is sent to both services at once is used up on ${name}`, async () => {
    const [fromDjango, send] = world.both
    for (let round = 0; round < 3; round++) {
      const { refresh } = passed(await send('/token/', ann))
      const [theirs, ...ours] = await Promise.all([
        fromDjango('/token/refresh/', { refresh }),
        ...Array.from({ length: 5 }, () => send('/token/refresh/', { refresh })),
      ])
      const successes = ours.filter(({ status }) => status === 200).length
      expect(successes).toBeLessThanOrEqual(1)
      expect(successes + (theirs.status === 200 ? 1 : 0)).toBeGreaterThanOrEqual(1)
      expect((await send('/token/refresh/', { refresh })).status).toBe(401)
      expect((await fromDjango('/token/refresh/', { refresh })).status).toBe(401)
    }
  })

  it(`tokens and credentials are refused in the words of simplejwt on ${name}`, async () => {
    const pk = await world.django.run<number>("result = User.objects.get(username='ann').pk")
    const inactive = await world.django.run<number>("result = User.objects.get(username='ben').pk")
    const access = { token_type: 'access', exp: now() + 300, jti: 'x', iat: now(), user_id: pk }
    const without = (...names: string[]) =>
      forged(Object.fromEntries(Object.entries(access).filter(([key]) => !names.includes(key))))
    const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${Buffer.from(JSON.stringify(access)).toString('base64url')}.`
    const tokens = {
      garbage: 'garbage',
      dots: 'a.b.c',
      none,
      'another key': await forged(access, 'another key of at least that length'),
      expired: await forged({ ...access, exp: now() - 1 }),
      'not yet': await forged({ ...access, nbf: now() + 100 }),
      'from the future': await forged({ ...access, iat: now() + 100 }),
      'no exp': await without('exp'),
      'no jti': await without('jti'),
      'no type': await without('token_type'),
      'no user': await without('user_id'),
      'a refresh token': await forged({ ...access, token_type: 'refresh' }),
      'a sliding token': await forged({ ...access, token_type: 'sliding' }),
      'an unknown user': await forged({ ...access, user_id: 999_999 }),
      'an inactive user': await forged({ ...access, user_id: inactive }),
      'a user as text': await forged({ ...access, user_id: `${pk}` }),
    }
    const [django, turnpike] = world.both
    const expectSame = async (about: string, ...request: Parameters<Send>) =>
      expect(await turnpike(...request), about).toEqual(await django(...request))

    for (const [about, token] of Object.entries(tokens)) {
      await expectSame(`${about} in the header`, '/who-by-token/', null, bearer(token))
      await expectSame(`${about} to verify`, '/token/verify/', { token })
      // Without an id Django fails with a KeyError here, and a refresh token is good.
      if (about !== 'no jti' && about !== 'a refresh token') {
        await expectSame(`${about} to refresh`, '/token/refresh/', { refresh: token })
        await expectSame(`${about} to blacklist`, '/token/blacklist/', { refresh: token })
      }
    }
    const good = await forged(access)
    for (const header of [
      '',
      'Bearer',
      `Bearer ${good} x`,
      `Bearer  ${good}`,
      `bearer ${good}`,
      `Token ${good}`,
    ]) {
      await expectSame(`the header ${header.slice(0, 12)}`, '/who-by-token/', null, header)
    }
    for (const body of [
      ann,
      { ...ann, password: 'wrong' },
      { username: 'ben', password: 'password of ben' },
      { username: 'nobody', password: 'x' },
      { username: 'ann' },
      { username: '', password: ' ' },
      {},
    ]) {
      const [one, other] = [await turnpike('/token/', body), await django('/token/', body)]
      expect({ ...one, body: one.status === 200 || one.body }).toEqual({
        ...other,
        body: other.status === 200 || other.body,
      })
    }
    for (const path of ['/token/refresh/', '/token/verify/', '/token/blacklist/']) {
      await expectSame(path, path, {})
    }
  })

  it(`a refresh token of an inactive or deleted user is refused on ${name}`, async () => {
    const [django, turnpike] = world.both
    const zoe = { username: 'zoe', password: 'password of zoe' }
    const { refresh } = passed(await django('/token/', zoe))
    const refused = {
      status: 401,
      body: { detail: 'No active account found for the given token.' },
      challenge: 'Bearer realm="api"',
    }
    await world.django.run("User.objects.filter(username='zoe').update(is_active=False)")
    expect(await turnpike('/token/refresh/', { refresh })).toEqual(refused)
    await world.django.run("User.objects.filter(username='zoe').delete()")
    expect(await turnpike('/token/refresh/', { refresh })).toEqual(refused)
  })

  it(`records of expired tokens are deleted, and others stay, on ${name}`, async () => {
    const { jwt } = world.turnpike
    const [, turnpike] = world.both
    const { refresh = '' } = passed(await turnpike('/token/', ann))
    await world.django.run(
      `
from datetime import timedelta
from django.utils import timezone
from rest_framework_simplejwt.token_blacklist.models import BlacklistedToken, OutstandingToken
for n in range(3):
    old = OutstandingToken.objects.create(
        jti=f'old {n}', token='', expires_at=timezone.now() - timedelta(seconds=1)
    )
BlacklistedToken.objects.create(token=old)
`,
    )
    expect(await jwt.deleteExpired()).toBe(3)
    expect(await jwt.deleteExpired()).toBe(0)
    passed(await turnpike('/token/refresh/', { refresh }))
  })
})

describe('django.jwt()', () => {
  const database = djangoDatabase({ db: {} as never })
  const user: User = {
    pk: 7,
    username: 'ann',
    email: '',
    isActive: true,
    isStaff: false,
    isAuthenticated: true,
  }
  const users = {
    find: async (name: string) => (name === 'ann' ? user : null),
    findByPk: async (pk: string) => (pk === '7' ? user : null),
    verify: async () => ({ user, passwordStamp: '' }),
  }
  const rsa = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const ec = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
  })
  const make = (options: DjangoJwtOptions<User>) =>
    djangoJwt<User>(database, users, { blacklist: false, ...options })
  const statusOf = async ({ authentication }: ReturnType<typeof make>, token: string) => {
    const view = {
      authentication: [authentication],
      permissions: [isAuthenticated],
      get: () => new ApiResponse({}),
    }
    const client = testClient(routes(createApi({ LOGGER: silentLogger }), { '/': view }))
    const { status } = await client.get('/', { headers: { Authorization: bearer(token) } })
    return status
  }
  const rs256 = {
    algorithm: 'RS256',
    signingKey: rsa.privateKey,
    verifyingKey: rsa.publicKey,
  } as const

  for (const [about, options] of [
    ['HS512', { algorithm: 'HS512' }],
    ['RS256', rs256],
    ['RS512', { ...rs256, algorithm: 'RS512' }],
    ['ES256', { algorithm: 'ES256', signingKey: ec.privateKey, verifyingKey: ec.publicKey }],
    ['audience and issuer', { audience: ['notes', 'books'], issuer: 'https://example.com' }],
    ['the username as id', { userIdField: 'username', userIdClaim: 'sub' }],
    ['other names of claims', { jtiClaim: 'id', tokenTypeClaim: 'kind' }],
  ] as const) {
    it(`django.jwt() accepts its own tokens with ${about}, and no others`, async () => {
      const jwt = make(options as DjangoJwtOptions<User>)
      const { access, refresh } = await jwt.issue(user)

      expect(await statusOf(jwt, access)).toBe(200)
      expect(await statusOf(jwt, refresh)).toBe(401)
      expect(await statusOf(make({ signingKey: 'another key' }), access)).toBe(401)
    })
  }

  it('the public key of RS256 cannot be used as the secret of a forged token', async () => {
    const claims = { token_type: 'access', exp: now() + 300, jti: 'x', user_id: 7 }
    expect(await statusOf(make(rs256), await forged(claims, rsa.publicKey))).toBe(401)
    expect(() => make({ signingKey: rsa.publicKey })).toThrow(/HS256 signs with a secret/)
  })

  it('a token for another audience or of another issuer is refused', async () => {
    const claims = { token_type: 'access', exp: now() + 300, jti: 'x', user_id: 7 }
    const jwt = make({ audience: 'notes', issuer: 'me' })
    expect(await statusOf(jwt, await forged({ ...claims, aud: ['x', 'notes'], iss: 'me' }))).toBe(
      200,
    )
    expect(await statusOf(jwt, await forged({ ...claims, aud: 'x', iss: 'me' }))).toBe(401)
    expect(await statusOf(jwt, await forged({ ...claims, aud: 'notes', iss: 'you' }))).toBe(401)
    expect(await statusOf(jwt, await forged(claims))).toBe(401)
  })

  it('the leeway is the number of seconds for which an expired token is accepted', async () => {
    const late = await forged({ token_type: 'access', exp: now() - 20, jti: 'x', user_id: 7 })
    expect(await statusOf(make({}), late)).toBe(401)
    expect(await statusOf(make({ leeway: 60 }), late)).toBe(200)
  })

  it('claims of the application are in both tokens, and cannot replace those of simplejwt', async () => {
    const claims = () => ({ name: 'Ann', user_id: 1, exp: 4e9, token_type: 'access', jti: 'x' })
    const { access, refresh } = await make({ claims }).issue(user)
    for (const [token, type] of [
      [access, 'access'],
      [refresh, 'refresh'],
    ] as const) {
      const read = decodeJwt(token)
      expect(read).toMatchObject({ name: 'Ann', user_id: 7, token_type: type })
      expect(read.exp).toBeLessThan(now() + 90_000)
      expect(read.jti).not.toBe('x')
    }
  })

  it('a service that only verifies needs no private key, and says so when it is to sign', async () => {
    const verifying = make({ algorithm: 'RS256', verifyingKey: rsa.publicKey })
    const { access } = await make(rs256).issue(user)
    expect(await statusOf(verifying, access)).toBe(200)
    await expect(verifying.issue(user)).rejects.toThrow(/needs signingKey to issue tokens/)
  })

  for (const [options, message] of [
    [{ algorithm: 'none' }, /algorithm of django.jwt\(\) must be one of HS256/],
    [{ algorithm: 'RS256' }, /needs verifyingKey/],
    [{ algorithm: 'RS256', verifyingKey: 'x' }, /must be a public key as PEM/],
    [{ algorithm: 'RS256', verifyingKey: rsa.privateKey }, /is a private key/],
    [{ algorithm: 'RS256', verifyingKey: ec.publicKey }, /needs a key of RSA/],
    [{ algorithm: 'ES384', verifyingKey: ec.publicKey }, /needs a key of secp384r1/],
    [{ verifyingKey: rsa.publicKey }, /signs with a secret/],
    [{ rotate: true }, /Unknown option rotate/],
    [{ accessTokenSeconds: 0 }, /accessTokenSeconds of django.jwt\(\) must be/],
    [{ audience: [] }, /audience of django.jwt\(\) must be/],
  ] as const) {
    it(`django.jwt() rejects ${JSON.stringify(options).replaceAll(/-----.*-----/g, 'PEM')}, ${message}`, () => {
      expect(() => make(options as never)).toThrow(message)
    })
  }

  it('django.jwt() needs a key', () => {
    const keyless = { ...database, keys: null }
    expect(() => djangoJwt(keyless, users)).toThrow(/secretKey of djangoAccounts\(\)/)
  })
})
