import { kyselyTransactions } from '@turnpike/sql'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { ApiResponse, createApi, isAuthenticated, routes, type User } from 'turnpike'
import { expect, it } from 'vitest'
import { djangoAccounts } from '../../src/django/index.ts'
import { sharedDatabases } from './reference/databases.ts'
import { djangoMissing, startDjango } from './reference/django.ts'
import { besideDjango, secretKey } from './reference/shared-tests.ts'

besideDjango('users of a custom model with UUIDs as keys', ({ name, open }) => {
  it(`sessions and tokens of users with UUIDs are good at both services on ${name}`, async () => {
    const shared = await open()
    const django = await startDjango({
      database: shared.django,
      apps: ['people'],
      settings: {
        SECRET_KEY: secretKey,
        SIMPLE_JWT: { USER_ID_FIELD: 'uid' },
        AUTH_USER_MODEL: 'people.Person',
      },
    })
    try {
      const theirs = await django.run<{ session: string; access: string; refresh: string }>(`
User.objects.create_user('ann', password='wonderland')
browser = Client()
credentials = {'username': 'ann', 'password': 'wonderland'}
browser.post('/login/', credentials)
pair = browser.post('/token/', credentials, content_type='application/json').json()
result = {'session': browser.cookies['sessionid'].value, **pair}
`)
      const {
        users,
        sessions,
        jwt: jwtOf,
      } = djangoAccounts(shared.db, {
        secretKey,
        users: { table: 'people_person', pk: 'uid', pkType: 'uuid' },
      })
      const jwt = jwtOf()
      const client = testClient(
        routes(createApi({ LOGGER: silentLogger }), {
          ...jwt.views(),
          '/who/': {
            authentication: [jwt.authentication],
            permissions: [isAuthenticated],
            get: ({ user }: { user: unknown }) => new ApiResponse((user as User).username),
          },
        }),
      )
      const whoHere = async (access: string) => {
        const headers = { Authorization: `Bearer ${access}` }
        return (await client.get('/who/', { headers })).json()
      }

      const found = await sessions.find(theirs.session)
      expect(found?.user.username).toBe('ann')
      expect(await whoHere(theirs.access)).toBe('ann')
      const { access } = (await (
        await client.post('/api/token/refresh/', { json: { refresh: theirs.refresh } })
      ).json()) as { access: string }

      const ann = await users.find('ann')
      if (ann === null) throw new Error('there is no user ann')
      const ours = { session: (await sessions.create(ann)).id, pair: await jwt.issue(ann) }
      expect(await sessions.count(ann)).toBe(2)
      const whoThere = await django.run<unknown[]>(
        `
browser = Client()
browser.cookies['sessionid'] = session
result = [browser.get('/who/').json()['username']]
for token in tokens:
    answer = Client().get('/who-by-token/', HTTP_AUTHORIZATION=f'Bearer {token}')
    result.append(answer.json()['username'])
`,
        { session: ours.session, tokens: [access, ours.pair.access] },
      )
      expect(whoThere).toEqual(['ann', 'ann', 'ann'])
      expect(await whoHere(ours.pair.access)).toBe('ann')
      await sessions.endAll(ann)
      expect(await sessions.find(theirs.session)).toBeNull()
    } finally {
      django.close()
      await shared.close()
    }
  })
})

it.skipIf(djangoMissing !== null)(
  'the accounts of Django take part in the transaction of a request',
  async () => {
    const [sqlite] = sharedDatabases
    if (sqlite === undefined) throw new Error('SQLite is the first database')
    const shared = await sqlite.open()
    try {
      const django = await startDjango({
        database: shared.django,
        settings: { SECRET_KEY: secretKey },
      })
      await django.run("User.objects.create_user('ann', password='wonderland')")
      django.close()
      const { users, sessions, permissions } = djangoAccounts(shared.db, { secretKey })
      const ann = await users.find('ann')
      if (ann === null) throw new Error('there is no user ann')

      // There is one connection: a statement outside of the transaction would wait for ever.
      const ended = new Error('the request fails')
      let id = ''
      await expect(
        kyselyTransactions(shared.db).run(async () => {
          id = (await sessions.create(ann)).id
          expect((await sessions.find(id))?.user.username).toBe('ann')
          expect(await permissions.hasPerm(ann, 'auth.add_user')).toBe(false)
          throw ended
        }),
      ).rejects.toBe(ended)
      expect(await sessions.find(id)).toBeNull()
    } finally {
      await shared.close()
    }
  },
)
