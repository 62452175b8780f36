import { type AnyDatabase, kyselyTransactions, sqliteDialect } from '@turnpike/sql'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import {
  ApiResponse,
  createApi,
  PermissionDenied,
  routes,
  SignInOutdated,
  UserNotFound,
} from 'turnpike'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  type DjangoAccounts,
  type DjangoUser,
  djangoAccounts,
  djangoPasswords,
} from '../../src/django/index.ts'
import type { SharedDatabase } from './reference/databases.ts'
import { type Django, startDjango } from './reference/django.ts'
import { besideDjango, secretKey } from './reference/shared-tests.ts'

const passwords = djangoPasswords({ iterations: 1000 })

/** Transactions of Kysely's own dialect fail when Django writes meanwhile; these wait. */
const openLikeService = (path: string): AnyDatabase =>
  new Kysely({ dialect: sqliteDialect(new Sqlite(path, { timeout: 0 })) })

const preparation = `
from rest_framework.authentication import TokenAuthentication
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import AuthenticationFailed

def who(key):
    try:
        return TokenAuthentication().authenticate_credentials(key)[0].get_username()
    except AuthenticationFailed as error:
        return str(error)
`

besideDjango('the accounts of a Django service', ({ name: database, open }) => {
  let shared: SharedDatabase
  let db: AnyDatabase
  let django: Django
  let accounts: DjangoAccounts
  let ann: DjangoUser

  beforeAll(async () => {
    shared = await open()
    db = database === 'SQLite' ? openLikeService(`${shared.django.NAME}`) : shared.db
    django = await startDjango({
      database: shared.django,
      settings: { SECRET_KEY: secretKey },
      apps: ['rest_framework.authtoken', 'knox'],
    })
    await django.run(preparation)
  })
  afterAll(async () => {
    django?.close()
    if (db !== shared?.db) await db?.destroy()
    await shared?.close()
  })
  beforeEach(async () => {
    accounts = djangoAccounts(db, { passwords })
    await django.run(
      "User.objects.all().delete()\nUser.objects.create_user('ann', 'ann@example.com', 'wonderland')",
    )
    const found = await accounts.users.find('ann')
    if (found === null) throw new Error('There is no ann.')
    ann = found
  })

  it(`a token made by one service is good at the other, and revoked at one refused at the other (${database})`, async () => {
    const { tokens } = accounts
    const theirs = await django.run<string>(
      "result = Token.objects.create(user=User.objects.get(username='ann')).key",
    )
    expect((await tokens.find(theirs))?.user).toEqual(ann)
    expect((await tokens.getOrCreate(ann)).key).toBe(theirs)
    expect(await tokens.revoke(ann)).toBe(true)
    expect(await django.run('result = who(key)', { key: theirs })).toBe('Invalid token.')

    const ours = await tokens.getOrCreate(ann)
    expect(await django.run('result = who(key)', { key: ours.key })).toBe('ann')
    const { key } = await tokens.regenerate(ann)
    expect(await django.run('result = [who(old), who(new)]', { old: ours.key, new: key })).toEqual([
      'Invalid token.',
      'ann',
    ])
    await django.run('Token.objects.all().delete()')
    expect(await tokens.find(key)).toBeNull()
    expect(await tokens.of(ann)).toBeNull()
  })

  it(`both services that create a token at once get the same one (${database})`, async () => {
    for (let round = 0; round < 8; round++) {
      await django.run('Token.objects.all().delete()')
      const [theirs, ...ours] = await Promise.all([
        django.run<string>(
          "result = Token.objects.get_or_create(user=User.objects.get(username='ann'))[0].key",
        ),
        ...Array.from({ length: 4 }, async () => (await accounts.tokens.getOrCreate(ann)).key),
      ])
      expect(new Set([theirs, ...ours]).size).toBe(1)
    }
  })

  it(`a token does not set last_login, as in obtain_auth_token (${database})`, async () => {
    await accounts.tokens.getOrCreate(ann)
    expect((await accounts.users.find('ann'))?.lastLogin).toBeNull()
  })

  it(`a password that one service has set is verified by the other (${database})`, async () => {
    const { users } = accounts
    const authenticated = (password: string) =>
      django.run<boolean>("result = authenticate(username='ann', password=password) is not None", {
        password,
      })
    expect((await users.verify('ann', 'wonderland'))?.user).toEqual(ann)
    await users.setPassword(ann, 'looking glass')
    expect(await authenticated('wonderland')).toBe(false)
    expect(await authenticated('looking glass')).toBe(true)
    // Django has stored it with its own number of iterations: it is good here all the same.
    expect(await users.verify('ann', 'looking glass')).not.toBeNull()

    await users.setPassword(ann, null)
    expect(
      await django.run("result = User.objects.get(username='ann').has_usable_password()"),
    ).toBe(false)
    expect(await users.hasPassword(ann)).toBe(false)
    await django.run(`
ann = User.objects.get(username='ann')
ann.set_unusable_password()
ann.save()
`)
    const stored = await django.run<string>("result = User.objects.get(username='ann').password")
    for (const guess of ['', '!', stored, stored.slice(1)]) {
      expect(await users.verify('ann', guess)).toBeNull()
    }
  })

  it(`a user is made inactive where the project has a key and no table of sessions (${database})`, async () => {
    const { users, sessions } = djangoAccounts(db, { passwords, secretKey })
    const isActive = async () => (await users.find('ann'))?.isActive
    await db.schema.alterTable('django_session').renameTo('no_session').execute()
    try {
      await users.setActive(ann, false)
      expect(await isActive()).toBe(false)
      await users.setActive(ann, true)
      // A transaction of PostgreSQL does not outlive a statement that fails.
      if (database === 'PostgreSQL') {
        await kyselyTransactions(db).run(async () => {
          await users.setActive(ann, false)
          expect(await isActive()).toBe(false)
        })
        expect(await isActive()).toBe(false)
      }
    } finally {
      await db.schema.alterTable('no_session').renameTo('django_session').execute()
    }
    // Where it has one, the sessions end.
    await users.setActive(ann, true)
    const { id } = await sessions.create(ann)
    await users.setActive(ann, false)
    await users.setActive(ann, true)
    expect(await sessions.find(id)).toBeNull()
  })

  it(`a user created here is one of Django's (${database})`, async () => {
    const created = await accounts.users.create({
      username: 'ben',
      password: 'a phrase',
      email: 'Ben@EXAMPLE.com',
      isStaff: true,
    })
    const theirs = await django.run<Record<string, unknown>>(`
ben = User.objects.get(username='ben')
ben.full_clean()
fields = ('pk', 'email', 'is_staff', 'is_active', 'is_superuser', 'first_name', 'last_login')
result = {name: getattr(ben, name) for name in fields}
result['joined'] = ben.date_joined.timestamp() * 1000
result['verified'] = authenticate(username='ben', password='a phrase') == ben
`)
    expect(theirs).toEqual({
      pk: created.pk,
      email: 'Ben@example.com',
      is_staff: true,
      is_active: true,
      is_superuser: false,
      first_name: '',
      last_login: null,
      joined: created.created?.getTime(),
      verified: true,
    })
  })

  it(`the moments of a user are those that Django has stored (${database})`, async () => {
    const joined = await django.run<number>(`
import datetime
ann = User.objects.get(username='ann')
ann.last_login = datetime.datetime(2024, 2, 29, 23, 59, 59, 123456, tzinfo=datetime.timezone.utc)
ann.save()
result = ann.date_joined.timestamp() * 1000
`)
    const found = await accounts.users.find('ann')
    expect(found?.lastLogin).toEqual(new Date('2024-02-29T23:59:59.123Z'))
    expect(found?.created).toEqual(new Date(Math.floor(joined)))
  })

  it(`names are found as get_by_natural_key finds them (${database})`, async () => {
    await django.run("User.objects.create_user('Zoë'); User.objects.create_user(\"o'neil@x+.-_\")")
    const names = [
      'ann',
      'Ann',
      'ANN',
      'ann ',
      ' ann',
      'Zoë',
      'zoë',
      'Zoe',
      "o'neil@x+.-_",
      'a%',
      '',
    ]
    const theirs = await django.run<(number | null)[]>(
      `
result = []
for name in names:
    try:
        result.append(User.objects.get_by_natural_key(name).pk)
    except User.DoesNotExist:
        result.append(None)
`,
      { names },
    )
    const ours: (DjangoUser['pk'] | null)[] = []
    for (const name of names) ours.push((await accounts.users.find(name))?.pk ?? null)
    expect(ours).toEqual(theirs)
  })

  it.each([
    ['changed', "ann.set_password('another')\nann.save()", SignInOutdated],
    ['made unusable', 'ann.set_unusable_password()\nann.save()', SignInOutdated],
    ['of a user whom Django made inactive', 'ann.is_active = False\nann.save()', SignInOutdated],
    ['of a user whom Django deleted', 'ann.delete()', SignInOutdated],
  ])(`a password %s after it was verified gets no token (${database})`, async (_, code, error) => {
    const verified = await accounts.users.verify('ann', 'wonderland')
    if (verified === null) throw new Error('The password is not verified.')
    await django.run(`ann = User.objects.get(username='ann')\n${code}`)
    await expect(accounts.tokens.getOrCreate(ann, verified)).rejects.toThrow(error)
    expect(await django.run('result = Token.objects.count()')).toBe(0)
  })

  it(`users whom Django has deleted are not changed (${database})`, async () => {
    await django.run("User.objects.get(username='ann').delete()")
    const { users, tokens } = accounts
    await expect(tokens.getOrCreate(ann)).rejects.toThrow(UserNotFound)
    await expect(tokens.regenerate(ann)).rejects.toThrow(UserNotFound)
    await expect(users.setPassword(ann, 'another')).rejects.toThrow(UserNotFound)
    expect(await users.update(ann, { email: 'a@example.com' })).toBeNull()
    expect(await tokens.revoke(ann)).toBe(false)
  })

  it(`changes of Django while a user is changed here are kept (${database})`, async () => {
    const { users } = accounts
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        django.run("User.objects.filter(username='ann').update(first_name=name)", {
          name: `round ${round}`,
        }),
        users.setPassword(ann, `password ${round}`),
        users.update(ann, { email: `ann${round}@example.com` }),
      ])
      const now = await users.find('ann')
      expect(now?.email).toBe(`ann${round}@example.com`)
      expect(now?.columns.first_name).toBe(`round ${round}`)
      expect(await users.verify('ann', `password ${round}`)).not.toBeNull()
    }
  })

  // MySQL has no transactions of requests: packages/sql/test/kysely/mysql.test.ts.
  if (database !== 'MySQL') {
    it(`accounts take part in the transaction of a request (${database})`, async () => {
      const { users, tokens, knox } = accounts
      const api = createApi({
        ATOMIC_REQUESTS: true,
        TRANSACTIONS: kyselyTransactions(db),
        LOGGER: silentLogger,
      })
      const client = testClient(
        routes(api, {
          '/': {
            async post(request) {
              await users.create({ username: 'ben', password: null })
              await users.setPassword(ann, 'another')
              const { key } = await tokens.getOrCreate(ann)
              expect((await tokens.find(key))?.user.username).toBe('ann')
              expect((await users.find('ben'))?.isActive).toBe(true)
              await knox.revokeAll(ann)
              if (request.query.has('fail')) throw new PermissionDenied()
              return new ApiResponse(null)
            },
          },
        }),
      )
      expect((await client.post('/?fail')).status).toBe(403)
      expect(await users.find('ben')).toBeNull()
      expect(await tokens.of(ann)).toBeNull()
      expect(await users.verify('ann', 'wonderland')).not.toBeNull()
      expect((await client.post('/')).status).toBe(200)
      expect(await users.find('ben')).not.toBeNull()
      expect(await users.verify('ann', 'another')).not.toBeNull()
    })
  }
})

besideDjango('a user model with names of its own', ({ name: database, open }) => {
  it(`users sign in with an address, and columns are words of SQL (${database})`, async () => {
    const shared = await open()
    const django = await startDjango({
      database: shared.django,
      settings: { SECRET_KEY: secretKey, AUTH_USER_MODEL: 'members.Member' },
      apps: ['members', 'rest_framework.authtoken'],
    })
    try {
      await django.run(`
${preparation}
User.objects.create_user('ann@example.com', 'wonderland', nickname='Ann')
User.objects.create_user('far@example.com', 'wonderland', nickname='Far', id=2 ** 40)
`)
      const { users, tokens } = djangoAccounts(shared.db, {
        passwords,
        users: {
          table: 'order',
          pk: 'primary',
          username: 'from',
          email: 'from',
          isActive: 'select',
          isStaff: null,
          isSuperuser: null,
          created: null,
          lastLogin: null,
        },
        newUser: () => ({ nickname: 'new' }),
      })
      const ann = await users.find('ann@example.com')
      expect(ann).toEqual({
        pk: 1,
        username: 'ann@example.com',
        email: 'ann@example.com',
        isActive: true,
        isStaff: false,
        isSuperuser: false,
        isAuthenticated: true,
        created: null,
        lastLogin: null,
        columns: { nickname: 'Ann' },
      })
      expect((await users.findByPk('1'))?.username).toBe('ann@example.com')
      const far = await users.findByPk(`${2 ** 40}`)
      expect(far?.pk).toBe(2 ** 40)
      expect((await users.verify('far@example.com', 'wonderland'))?.user).toEqual(far)

      const { key } = await tokens.getOrCreate(far as DjangoUser)
      expect(await django.run('result = who(key)', { key })).toBe('far@example.com')
      expect((await tokens.find(key))?.user).toEqual(far)

      const ben = await users.create({ username: 'ben@example.com', password: 'a phrase' })
      expect(ben.columns).toEqual({ nickname: 'new' })
      expect(
        await django.run(
          "result = authenticate(username='ben@example.com', password='a phrase').pk",
        ),
      ).toBe(ben.pk)
      await users.setActive(ben, false)
      expect(await django.run('result = User.objects.get(id=pk).is_active', { pk: ben.pk })).toBe(
        false,
      )
      const found = await users
        .search({ text: 'EXAMPLE', isActive: true })
        .orderBy(['-pk'])
        .slice(0, 10)
      expect(found.map(({ username }) => username)).toEqual(['far@example.com', 'ann@example.com'])
      const all: string[] = []
      for await (const { username } of users.all()) all.push(username)
      expect(all).toHaveLength(3)
      expect(await users.search({ isStaff: true }).count()).toBe(0)
    } finally {
      django.close()
      await shared.close()
    }
  })

  it(`a user created here with a UUID is one of Django's (${database})`, async () => {
    const shared = await open()
    const django = await startDjango({
      database: shared.django,
      settings: { SECRET_KEY: secretKey, AUTH_USER_MODEL: 'people.Person' },
      apps: ['people'],
    })
    try {
      const { users } = djangoAccounts(shared.db, {
        passwords,
        users: { table: 'people_person', pk: 'uid', pkType: 'uuid' },
        newUser: () => ({ first_name: '', last_name: '' }),
      })
      const ben = await users.create({ username: 'ben', password: 'a phrase' })
      const theirs = await django.run<string>(
        "result = str(authenticate(username='ben', password='a phrase').pk)",
      )
      expect(theirs.replaceAll('-', '')).toBe(`${ben.pk}`.replaceAll('-', ''))
      expect(await users.findByPk(theirs)).toEqual(ben)
      expect(await users.findByPk(theirs.replaceAll('-', ''))).toEqual(ben)
    } finally {
      django.close()
      await shared.close()
    }
  })
})
