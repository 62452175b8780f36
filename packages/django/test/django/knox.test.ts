import { quick } from '@turnpike/test-support/accounts.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import {
  ApiResponse,
  createApi,
  isAuthenticated,
  routes,
  SignInOutdated,
  tokenAuthentication,
  UserNotFound,
} from 'turnpike'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  type DjangoKnoxOptions,
  type DjangoUser,
  djangoAccounts,
  KnoxLimitReached,
} from '../../src/django/index.ts'
import type { SharedDatabase } from './reference/databases.ts'
import { type Django, startDjango } from './reference/django.ts'
import { besideDjango, secretKey } from './reference/shared-tests.ts'

/**
 * How releases of knox make and find tokens, as they document it: Debian has no package of knox.
 * `column` is as wide as `token_key` of release 5.
 */
const knox = `
import binascii, datetime, hashlib, secrets
from django.utils import timezone
from knox.models import AuthToken

shown = {4: 8, 5: 15}

def digest_of(token, version):
    read = binascii.unhexlify if version == 4 else str.encode
    return hashlib.sha512(read(token)).hexdigest()

def make(version, seconds=None, prefix=''):
    token = prefix + secrets.token_hex(32)
    expiry = None if seconds is None else timezone.now() + datetime.timedelta(seconds=seconds)
    AuthToken.objects.create(
        digest=digest_of(token, version), token_key=token[:shown[version]], expiry=expiry,
        user=User.objects.get(username='ann'),
    )
    return token

def find(token, version):
    for row in AuthToken.objects.filter(token_key=token[:shown[version]]):
        if row.expiry is not None and row.expiry < timezone.now():
            continue
        if row.digest == digest_of(token, version):
            return row.user.username
`

besideDjango('tokens of knox', ({ name: database, open }) => {
  let shared: SharedDatabase
  let django: Django
  let ann: DjangoUser

  beforeAll(async () => {
    shared = await open()
    django = await startDjango({
      database: shared.django,
      settings: { SECRET_KEY: secretKey },
      apps: ['knox'],
    })
    await django.run(`
${knox}
from django.db import connection
column = AuthToken._meta.get_field('token_key')
wider = type(column)(max_length=15, db_index=True)
wider.set_attributes_from_name('token_key')
wider.model = AuthToken
with connection.schema_editor() as editor:
    editor.alter_field(AuthToken, column, wider)
`)
  })
  afterAll(async () => {
    django?.close()
    await shared?.close()
  })

  let now = new Date()
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
  }
  const accounts = (options: DjangoKnoxOptions = {}) =>
    djangoAccounts(shared.db, { knox: options, passwords: quick, now: () => now })
  const knoxOf = (options: DjangoKnoxOptions = {}) => accounts(options).knox

  beforeEach(async () => {
    now = new Date()
    await shared.db.deleteFrom('knox_authtoken').execute()
    await shared.db.deleteFrom('auth_user').execute()
    ann = await accounts().users.create({ username: 'ann', password: 'wonderland' })
  })

  const make = (version: 4 | 5, seconds: number | null = null, prefix = '') =>
    django.run<string>('result = make(version, seconds, prefix)', { version, seconds, prefix })
  const found = (token: string, version: 4 | 5) =>
    django.run<string | null>('result = find(token, version)', { token, version })

  it.each([4, 5] as const)(
    `a token made by knox %s is found, until it is revoked there (${database})`,
    async (version) => {
      const token = await make(version, 60)
      const stored = await knoxOf().find(token)
      expect(stored?.key).toBe(token)
      expect(stored?.user).toMatchObject({ pk: ann.pk, username: 'ann', isActive: true })
      expect(Math.abs((stored?.created.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
      await django.run('AuthToken.objects.all().delete()')
      expect(await knoxOf().find(token)).toBeNull()
    },
  )

  it(`a token with a prefix is found by both services (${database})`, async () => {
    const theirs = await make(5, 60, 'library_')
    expect((await knoxOf().find(theirs))?.user.username).toBe('ann')
    const ours = await knoxOf({ prefix: 'library_' }).issue(ann)
    expect(ours.key).toMatch(/^library_[0-9a-f]{64}$/)
    expect(await found(ours.key, 5)).toBe('ann')
  })

  it.each([4, 5] as const)(
    `a token issued here is found by knox %s, until it is revoked here (${database})`,
    async (version) => {
      const { key, expiry } = await knoxOf({ version }).issue(ann)
      expect(key).toMatch(/^[0-9a-f]{64}$/)
      expect(expiry).toEqual(new Date(now.getTime() + 36_000_000))
      expect(await found(key, version)).toBe('ann')
      expect(await knoxOf().revoke(key)).toBe(true)
      expect(await found(key, version)).toBeNull()
      expect(await knoxOf().revoke(key)).toBe(false)
    },
  )

  it(`the key of a token of knox is not in its table (${database})`, async () => {
    const { key } = await knoxOf().issue(ann)
    const rows = await shared.db.selectFrom('knox_authtoken').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(key.slice(0, 20))
  })

  it(`a token of knox ends at its expiry, or never without one (${database})`, async () => {
    const own = knoxOf()
    const short = await own.issue(ann, 60)
    const endless = await own.issue(ann, null)
    expect(endless.expiry).toBeNull()
    expect(await own.count(ann)).toBe(2)
    later(59)
    expect(await own.find(short.key)).not.toBeNull()
    later(2)
    expect(await own.find(short.key)).toBeNull()
    expect(await own.count(ann)).toBe(1)
    later(1_000_000_000)
    expect((await own.find(endless.key))?.user.username).toBe('ann')
  })

  it(`a use puts the end of a token of knox off only with autoRefresh (${database})`, async () => {
    const still = await knoxOf({ ttlSeconds: 100 }).issue(ann)
    const own = knoxOf({
      ttlSeconds: 100,
      autoRefresh: true,
      refreshIntervalSeconds: 10,
      maxTtlSeconds: 150,
    })
    const moving = await own.issue(ann)
    later(5)
    await own.find(moving.key) // Too soon for another write.
    later(90)
    expect(await knoxOf().find(still.key)).not.toBeNull()
    expect(await own.find(moving.key)).not.toBeNull()
    later(10)
    expect(await knoxOf().find(still.key)).toBeNull()
    expect(await own.find(moving.key)).not.toBeNull()
    later(44) // 149 seconds after it was issued.
    expect(await own.find(moving.key)).not.toBeNull()
    later(2)
    expect(await own.find(moving.key)).toBeNull()
  })

  it(`an early use does not write the expiry of a token of knox (${database})`, async () => {
    const own = knoxOf({ ttlSeconds: 100, autoRefresh: true, refreshIntervalSeconds: 10 })
    const { key } = await own.issue(ann)
    later(5)
    await own.find(key)
    later(96)
    expect(await own.find(key)).toBeNull()
  })

  it(`concurrent sign-ins do not exceed the limit of knox (${database})`, async () => {
    const own = knoxOf({ limitPerUser: 2 })
    const issued = await Promise.allSettled(Array.from({ length: 6 }, () => own.issue(ann)))
    const refused = issued.filter((each) => each.status === 'rejected')
    expect(refused).toHaveLength(4)
    for (const { reason } of refused) expect(reason).toBeInstanceOf(KnoxLimitReached)
    expect(await own.count(ann)).toBe(2)
    later(36_001)
    expect((await own.issue(ann)).key).toHaveLength(64)
  })

  it(`revokeAll of knox ends the tokens of one user (${database})`, async () => {
    const { users, knox: own } = accounts()
    const ben = await users.create({ username: 'ben', password: null })
    const [first, second, other] = [
      await own.issue(ann),
      await own.issue(ann),
      await own.issue(ben),
    ]
    later(1)
    expect(await own.revokeAll(ann)).toBe(2)
    expect(await own.find(first.key)).toBeNull()
    expect(await own.find(second.key)).toBeNull()
    expect((await own.find(other.key))?.user.username).toBe('ben')
    expect(await own.revokeAll(ann)).toBe(0)
  })

  it(`inactive and deleted users get no token of knox (${database})`, async () => {
    const { users, knox: own } = accounts()
    const { key } = await own.issue(ann)
    await users.setActive(ann, false)
    expect((await own.find(key))?.user.isActive).toBe(false)
    await expect(own.issue(ann)).rejects.toThrow(SignInOutdated)
    await django.run("User.objects.get(username='ann').delete()")
    expect(await own.find(key)).toBeNull()
    await expect(own.issue(ann)).rejects.toThrow(UserNotFound)
  })

  it(`keys that no token of knox has are refused without an error (${database})`, async () => {
    const own = knoxOf()
    const { key } = await own.issue(ann)
    const four = await make(4)
    const wrong = [
      '',
      '\0'.repeat(64),
      '\ud800'.repeat(64),
      "' or 1=1 --",
      'a'.repeat(1_000_000),
      'é'.repeat(64),
      key.slice(1),
      `${key}0`,
      `${key} `,
      key.toUpperCase(),
      four.toUpperCase(),
      'f'.repeat(64),
    ]
    for (const text of wrong) {
      expect(await own.find(text), text.slice(0, 70)).toBeNull()
      expect(await own.revoke(text)).toBe(false)
    }
    expect(await own.find(key)).not.toBeNull()
    expect(await own.find(four)).not.toBeNull()
  })

  it(`a view accepts tokens of knox by the existing scheme (${database})`, async () => {
    const own = knoxOf()
    const client = testClient(
      routes(createApi({ LOGGER: silentLogger }), {
        '/who/': {
          authentication: [tokenAuthentication({ tokens: own })],
          permissions: [isAuthenticated],
          get: ({ user }: { user: unknown }) => new ApiResponse((user as DjangoUser).username),
        },
      }),
    )
    const ask = (key: string) => client.get('/who/', { headers: { Authorization: `Token ${key}` } })
    const { key } = await own.issue(ann)
    expect(await (await ask(key)).json()).toBe('ann')
    await accounts().users.setActive(ann, false)
    const refused = await ask(key)
    expect(refused.status).toBe(401)
    expect(await refused.json()).toEqual({ detail: 'User inactive or deleted.' })
    expect(await (await ask('0'.repeat(64))).json()).toEqual({ detail: 'Invalid token.' })
  })
})
