import type { AnyDatabase } from '@turnpike/sql'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { Kysely, SqliteDialect } from 'kysely'
import {
  ApiResponse,
  createApi,
  isAuthenticated,
  loginView,
  logoutView,
  routes,
  sessionAuthentication,
  type User,
} from 'turnpike'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type DjangoAccountsOptions, djangoAccounts } from '../../src/django/index.ts'
import { signBytes } from '../../src/django/signing/signed-value.ts'
import type { SharedDatabase } from './reference/databases.ts'
import { type Django, startDjango } from './reference/django.ts'
import { besideDjango, secretKey } from './reference/shared-tests.ts'

const cookieIn = (response: Response, name: string): string =>
  response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(/[=;]/)[1] ?? ''

/** The service beside Django, and what its browser does. */
function turnpikeOver({ db }: SharedDatabase, options: DjangoAccountsOptions = {}) {
  const { users, sessions, csrfTokens } = djangoAccounts(db, { secretKey, ...options })
  const api = createApi({
    LOGGER: silentLogger,
    SECRET_KEYS: ['a secret of the tests that has 32 characters'],
    SESSION_COOKIE_NAME: 'sessionid',
    CSRF_TOKENS: csrfTokens,
  })
  const client = testClient(
    routes(api, {
      '/login/': loginView({ users, sessions }),
      '/logout/': logoutView({ sessions }),
      '/who/': {
        authentication: [sessionAuthentication({ sessions })],
        permissions: [isAuthenticated],
        get: ({ user }: { user: unknown }) =>
          new ApiResponse({ username: (user as User).username }),
      },
    }),
  )

  /** Sends a form with the CSRF token that belongs to the session. */
  async function post(path: string, form: Record<string, string>, session = '') {
    const own = session === '' ? '' : `sessionid=${session}; `
    const shown = await client.get('/login/', { headers: { Cookie: own } })
    const { csrf_token: token } = (await shown.json()) as Record<string, string>
    return client.post(path, {
      form: { ...form, csrfmiddlewaretoken: token ?? '' },
      headers: {
        Cookie: `${own}csrftoken=${cookieIn(shown, 'csrftoken')}`,
        Origin: 'http://testserver',
        'X-CSRFToken': token ?? '',
      },
    })
  }

  return {
    client,
    sessions,
    users,
    /** Who is signed in with the session; null: nobody. */
    async who(session: string): Promise<string | null> {
      const response = await client.get('/who/', { headers: { Cookie: `sessionid=${session}` } })
      const body = (await response.json()) as { username?: string }
      return response.status === 200 ? (body.username ?? '') : null
    },
    /** The id of the new session. */
    async signIn(username: string, planted = ''): Promise<string> {
      const form = { username, password: `password of ${username}` }
      return cookieIn(await post('/login/', form, planted), 'sessionid')
    },
    signOut: async (session: string) => (await post('/logout/', {}, session)).status,
  }
}

/** A browser of Django's. */
const browserOf = (django: Django) => ({
  who: (session: string) =>
    django.run<string | null>(
      `
browser = Client()
browser.cookies['sessionid'] = session
result = browser.get('/who/').json()['username']
`,
      { session },
    ),
  signIn: (username: string) =>
    django.run<string>(
      `
browser = Client()
browser.post('/login/', {'username': name, 'password': f'password of {name}'})
result = browser.cookies['sessionid'].value
`,
      { name: username },
    ),
  signOut: (session: string) =>
    django.run(
      `
browser = Client()
browser.cookies['sessionid'] = session
browser.get('/logout/')
`,
      { session },
    ),
  /** Changes a session as code of a view does. */
  change: (session: string, code: string) =>
    django.run(
      `
from django.contrib.sessions.backends.db import SessionStore
session = SessionStore(key)
${code}
session.save()
`,
      { key: session },
    ),
  rows: () =>
    django.run<number>(
      'from django.contrib.sessions.models import Session\nresult = Session.objects.count()',
    ),
})

const addUsers = `
User.objects.all().delete()
for name in ('ann', 'ben'):
    User.objects.create_user(name, password=f'password of {name}')
`

besideDjango("sessions in Django's table", ({ name, open }) => {
  let shared: SharedDatabase
  let django: Django
  let browser: ReturnType<typeof browserOf>
  let turnpike: ReturnType<typeof turnpikeOver>
  beforeAll(async () => {
    shared = await open()
    django = await startDjango({
      database: shared.django,
      settings: {
        SECRET_KEY: secretKey,
        PASSWORD_HASHERS: ['django.contrib.auth.hashers.MD5PasswordHasher'],
      },
    })
    browser = browserOf(django)
    turnpike = turnpikeOver(shared)
  })
  beforeEach(() => django.run(addUsers))
  afterEach(async () => {
    await shared.db.deleteFrom('django_session').execute()
  })
  afterAll(async () => {
    django.close()
    await shared.close()
  })

  it(`a browser signed in at Django is signed in here, until it signs out here, on ${name}`, async () => {
    const session = await browser.signIn('ann')
    const other = await browser.signIn('ben')
    expect(await turnpike.who(session)).toBe('ann')

    expect(await turnpike.signOut(session)).toBe(302)
    expect(await browser.who(session)).toBeNull()
    expect(await turnpike.who(session)).toBeNull()
    expect(await browser.who(other)).toBe('ben')
  })

  it(`a browser signed in here is signed in at Django, until it signs out there, on ${name}`, async () => {
    const session = await turnpike.signIn('ann')
    expect(session).toMatch(/^[a-z0-9]{32}$/)
    expect(await browser.who(session)).toBe('ann')
    expect(await turnpike.who(session)).toBe('ann')

    await browser.signOut(session)
    expect(await turnpike.who(session)).toBeNull()
  })

  it(`a browser writes at one service with the cookies of the other on ${name}`, async () => {
    const cookies = await django.run<Record<string, string>>(`
browser = Client(enforce_csrf_checks=True)
token = browser.get('/login/').json()['csrf']
form = {'username': 'ann', 'password': 'password of ann', 'csrfmiddlewaretoken': token}
assert browser.post('/login/', form).status_code == 200
result = {name: browser.cookies[name].value for name in ('sessionid', 'csrftoken')}
`)
    const signOut = (token: string) =>
      turnpike.client.post('/logout/', {
        headers: {
          Cookie: `sessionid=${cookies.sessionid}; csrftoken=${cookies.csrftoken}`,
          'X-CSRFToken': token,
        },
      })
    expect((await signOut('x'.repeat(64))).status).toBe(403)
    expect(await browser.who(cookies.sessionid ?? '')).toBe('ann')
    expect((await signOut(cookies.csrftoken ?? '')).status).toBe(302)
    expect(await browser.who(cookies.sessionid ?? '')).toBeNull()

    const shown = await turnpike.client.get('/login/')
    const planted = cookieIn(shown, 'csrftoken')
    const signedIn = await turnpike.client.post('/login/', {
      form: { username: 'ann', password: 'password of ann' },
      headers: { Cookie: `csrftoken=${planted}`, 'X-CSRFToken': planted },
    })
    const [session, token] = [cookieIn(signedIn, 'sessionid'), cookieIn(signedIn, 'csrftoken')]
    expect(token).not.toBe(planted)
    const statuses = await django.run<number[]>(
      `
browser = Client(enforce_csrf_checks=True)
browser.cookies['sessionid'] = session
browser.cookies['csrftoken'] = token
result = [
    browser.post('/logout/', HTTP_X_CSRFTOKEN=sent).status_code for sent in (planted, token)
]
`,
      { session, token, planted },
    )
    expect(statuses).toEqual([403, 204])
    expect(await turnpike.who(session)).toBeNull()
  })

  it(`a sign-in here sets last_login as a sign-in at Django does on ${name}`, async () => {
    const seconds = () =>
      django.run<number | null>(`
from django.utils import timezone
last = User.objects.get(username='ann').last_login
result = last and abs((timezone.now() - last).total_seconds())
`)
    expect(await seconds()).toBeNull()
    await turnpike.signIn('ann')
    expect(await seconds()).toBeLessThan(10)
  })

  it(`the data and the end of a session are those that Django would write on ${name}`, async () => {
    const read = (session: string) =>
      django.run<{ data: Record<string, unknown>; seconds: number }>(
        `
from django.contrib.sessions.models import Session
from django.utils import timezone
row = Session.objects.get(session_key=key)
result = {
    'data': row.get_decoded(),
    'seconds': round((row.expire_date - timezone.now()).total_seconds() / 10),
}
`,
        { key: session },
      )
    const theirs = await read(await browser.signIn('ann'))
    const ours = await read(await turnpike.signIn('ann'))

    expect(ours.data).toMatchObject(theirs.data)
    expect(Object.keys(ours.data)).toEqual([
      ...Object.keys(theirs.data),
      '_turnpike_created',
      '_turnpike_ends',
    ])
    expect(ours.seconds).toBe(theirs.seconds)
  })

  it(`a session that Django saves again stays valid here, with what was added, on ${name}`, async () => {
    const session = await turnpike.signIn('ann')
    await browser.change(session, "session['cart'] = [1, 2, 3]")
    expect(await turnpike.who(session)).toBe('ann')
    await turnpike.signOut(session)
    expect(await browser.rows()).toBe(0)
  })

  it(`a new password at Django ends the sessions of both services on ${name}`, async () => {
    const sessions = [await turnpike.signIn('ann'), await browser.signIn('ann')]
    await django.run(
      "user = User.objects.get(username='ann')\nuser.set_password('new')\nuser.save()",
    )
    for (const session of sessions) {
      expect(await turnpike.who(session)).toBeNull()
      expect(await browser.who(session)).toBeNull()
    }
  })

  it(`a session of an inactive or deleted user is refused on ${name}`, async () => {
    const ann = await browser.signIn('ann')
    const ben = await browser.signIn('ben')
    await django.run("User.objects.filter(username='ann').update(is_active=False)")
    await django.run("User.objects.filter(username='ben').delete()")
    expect(await turnpike.who(ann)).toBeNull()
    expect(await turnpike.who(ben)).toBeNull()
  })

  it(`a visitor who is not signed in keeps the session of Django on ${name}`, async () => {
    const key = await django.run<string>(`
from django.contrib.sessions.backends.db import SessionStore
session = SessionStore()
session['cart'] = [1]
session.save()
result = session.session_key
`)
    expect(await turnpike.who(key)).toBeNull()
    expect(await browser.rows()).toBe(1)
  })

  it(`a session that was planted in the browser is not the one that a sign-in starts on ${name}`, async () => {
    const planted = await turnpike.signIn('ben')
    const session = await turnpike.signIn('ann', planted)
    expect(session).not.toBe(planted)
    expect(await browser.who(planted)).toBeNull()
    expect(await turnpike.who(planted)).toBeNull()
    expect(await turnpike.who(session)).toBe('ann')
  })

  it(`data that the key has not signed, or for another purpose, is refused on ${name}`, async () => {
    const session = await browser.signIn('ann')
    const { session_data: data } = await shared.db
      .selectFrom('django_session')
      .select('session_data')
      .executeTakeFirstOrThrow()
    const forgeries = await django.run<string[]>(
      `
from django.core import signing
from django.contrib.sessions.serializers import JSONSerializer
salt = 'django.contrib.sessions.SessionStore'
values = signing.loads(data, salt=salt, serializer=JSONSerializer)
result = [
    signing.dumps(values, key='another key', salt=salt, compress=True),
    signing.dumps(values, salt='django.contrib.sessions.backends.signed_cookies', compress=True),
    data[:-9] + ('A' if data[-9] != 'A' else 'B') + data[-8:],
    data.replace(data[5], 'x' if data[5] != 'x' else 'y', 1),
    '',
    'garbage',
    signing.dumps({**values, '_auth_user_id': '99999'}, salt=salt),
    signing.dumps({**values, '_auth_user_hash': ''}, salt=salt),
    signing.dumps({**values, '_auth_user_hash': 'x' * 64}, salt=salt),
    signing.dumps({**values, '_auth_user_backend': 'other.Backend'}, salt=salt),
]
`,
      { data },
    )
    for (const forged of forgeries) {
      await shared.db.deleteFrom('django_session').execute()
      await shared.db
        .insertInto('django_session')
        .values({ session_key: session, session_data: forged, expire_date: '2999-01-01 00:00:00' })
        .execute()
      expect(await turnpike.who(session), forged).toBeNull()
      expect(await browser.who(session), forged).toBeNull()
    }
  })

  it(`keys that no session has are looked up nowhere, and end nothing, on ${name}`, async () => {
    const session = await turnpike.signIn('ann')
    for (const key of [
      session.toUpperCase(),
      `${session} `,
      session.slice(1),
      '%',
      `${session}x`,
    ]) {
      expect(await turnpike.sessions.find(key), key).toBeNull()
      await turnpike.sessions.end(key)
    }
    expect(await turnpike.who(session)).toBe('ann')
  })

  it(`an expiry that a view of Django has set counts here on ${name}`, async () => {
    const start = Date.now()
    const session = await browser.signIn('ann')
    const at = (seconds: number) =>
      turnpikeOver(shared, { now: () => new Date(start + seconds * 1000) })
    await browser.change(session, 'session.set_expiry(300)')

    expect(await at(290).who(session)).toBe('ann')
    expect(await at(310).who(session)).toBeNull()
    const found = await at(0).sessions.find(session)
    expect(Math.abs((found?.created.getTime() ?? 0) - start)).toBeLessThan(20_000)
  })

  it(`uses extend a session by its expiry when every request saves it on ${name}`, async () => {
    const start = Date.now()
    const session = await browser.signIn('ann')
    await browser.change(session, 'session.set_expiry(300)')
    const at = (seconds: number) =>
      turnpikeOver(shared, {
        sessions: { saveEveryRequest: true },
        now: () => new Date(start + seconds * 1000),
      })

    for (const moment of [200, 400, 600]) expect(await at(moment).who(session)).toBe('ann')
    const left = await django.run<number>(
      `
from django.contrib.sessions.models import Session
result = Session.objects.get(session_key=key).expire_date.timestamp()
`,
      { key: session },
    )
    expect(Math.abs(left - (start / 1000 + 900))).toBeLessThan(20)
    expect(await at(910).who(session)).toBeNull()
  })

  it(`the idle time of a session that was started here holds at Django on ${name}`, async () => {
    const ann = await turnpike.users.find('ann')
    if (ann === null) throw new Error('there is no user ann')
    const { id } = await turnpike.sessions.create(ann, { idleSeconds: 600 })
    const seconds = await django.run<number>(
      `
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone
session = SessionStore(key)
session['cart'] = 1
session.save()
result = (Session.objects.get(session_key=key).expire_date - timezone.now()).total_seconds()
`,
      { key: id },
    )
    expect(Math.abs(seconds - 600)).toBeLessThan(10)
  })

  it(`all sessions of a user are counted and ended, whichever service started them, on ${name}`, async () => {
    const theirs = await browser.signIn('ann')
    const ours = await turnpike.signIn('ann')
    const other = await browser.signIn('ben')
    const ann = await turnpike.users.find('ann')
    if (ann === null) throw new Error('there is no user ann')
    expect(await turnpike.sessions.count(ann)).toBe(2)

    await turnpike.sessions.endAll(ann)
    expect(await turnpike.sessions.count(ann)).toBe(0)
    expect(await browser.who(theirs)).toBeNull()
    expect(await turnpike.who(ours)).toBeNull()
    expect(await browser.who(other)).toBe('ben')
  })

  it(`sessions of a user are found among more than one statement reads on ${name}`, async () => {
    await django.run(`
from django.contrib.sessions.backends.db import SessionStore
for n in range(1100):
    session = SessionStore()
    session['cart'] = n
    session.save()
`)
    for (let count = 0; count < 4; count++) await turnpike.signIn('ann')
    const ann = await turnpike.users.find('ann')
    if (ann === null) throw new Error('there is no user ann')
    expect(await turnpike.sessions.count(ann)).toBe(4)
    await turnpike.sessions.endAll(ann)
    expect(await browser.rows()).toBe(1100)
  })

  it(`expired sessions are deleted, and others stay, on ${name}`, async () => {
    const session = await browser.signIn('ann')
    await django.run(`
from datetime import timedelta
from django.contrib.sessions.models import Session
from django.utils import timezone
for n in range(3):
    Session.objects.create(
        session_key=f'old{n}', session_data='', expire_date=timezone.now() - timedelta(seconds=1)
    )
`)
    expect(await turnpike.sessions.deleteExpired()).toBe(3)
    expect(await turnpike.who(session)).toBe('ann')
  })

  it(`sessions of an older key are accepted as long as it is a fallback on ${name}`, async () => {
    const session = await browser.signIn('ann')
    const keys = { secretKey: 'the new key of the service', secretKeyFallbacks: [secretKey] }
    expect(await turnpikeOver(shared, keys).who(session)).toBe('ann')
    expect(await turnpikeOver(shared, { ...keys, secretKeyFallbacks: [] }).who(session)).toBeNull()
  })

  it(`a pickled session is refused, and its user signs in once more on ${name}`, async () => {
    const pickling = await startDjango({
      database: shared.django,
      settings: {
        SECRET_KEY: secretKey,
        SESSION_SERIALIZER: 'django.contrib.sessions.serializers.PickleSerializer',
        PASSWORD_HASHERS: ['django.contrib.auth.hashers.MD5PasswordHasher'],
      },
    })
    try {
      const browsers = browserOf(pickling)
      const pickled = await browsers.signIn('ann')
      expect(await turnpike.who(pickled)).toBeNull()
      expect(await browsers.who(pickled)).toBe('ann')

      const session = await turnpike.signIn('ann', pickled)
      expect(await turnpike.who(session)).toBe('ann')
    } finally {
      pickling.close()
    }
  })

  it(`pickled sessions are neither counted nor ended with those of a user on ${name}`, async () => {
    const session = await browser.signIn('ann')
    await shared.db
      .insertInto('django_session')
      .values({
        session_key: 'p'.repeat(32),
        session_data: signBytes(
          { secretKey, fallbacks: [] },
          'django.contrib.sessions.SessionStore',
          Buffer.from('\x80\x02}.', 'latin1'),
          new Date(),
        ),
        expire_date: '2999-01-01 00:00:00',
      })
      .execute()
    const ann = await turnpike.users.find('ann')
    if (ann === null) throw new Error('There is no user ann.')
    expect(await turnpike.sessions.count(ann)).toBe(1)

    await turnpike.sessions.endAll(ann)
    expect(await turnpike.who(session)).toBeNull()
    expect(await browser.rows()).toBe(1)
  })
})

const unused: AnyDatabase = new Kysely({
  dialect: new SqliteDialect({ database: async () => Promise.reject(new Error('unused')) }),
})

it('sessions of Django need its secret key', () => {
  expect(() => djangoAccounts(unused).sessions).toThrow(/needs secretKey for sessions/)
})

it('options of sessions of Django are checked', () => {
  const make = (sessions: object) => () => djangoAccounts(unused, { secretKey, sessions }).sessions
  expect(make({ serializer: 'json' })).toThrow(/Unknown option serializer of djangoSessions\(\)/)
  expect(make({ backends: [] })).toThrow(/backends of djangoSessions\(\) must be a list/)
  expect(make({ saveEveryRequests: true })).toThrow(/Did you mean saveEveryRequest\?/)
  expect(make({ cookieAge: 0 })).toThrow(/cookieAge of djangoSessions\(\) must be/)
})
