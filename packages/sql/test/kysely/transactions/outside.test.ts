import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { ApiResponse, createApi, PermissionDenied, routes } from 'turnpike'
import { expect, it } from 'vitest'
import {
  kyselyAccounts,
  kyselySessions,
  kyselyStore,
  kyselyThrottleStore,
  kyselyTransactions,
} from '../../../src/kysely/index.ts'
import { connections, type OpenedNotes, onBothDatabases } from './both-databases.ts'

const secrets = ['a secret of at least 32 characters']

const atomicApi = ({ db }: OpenedNotes) =>
  createApi({
    ATOMIC_REQUESTS: true,
    TRANSACTIONS: kyselyTransactions(db),
    THROTTLE_STORE: kyselyThrottleStore(db),
    FAILED_CREDENTIALS_RATES: { address: null, username: '3/15m' },
    LOGGER: silentLogger,
  })

onBothDatabases('what a rollback leaves', (open) => {
  it('wrong passwords count although the view that checks them throws', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const { users } = kyselyAccounts(notes.db, { secrets })
    await users.create({ username: 'ann', password: 'right and long' })
    let checks = 0
    const api = atomicApi(notes)
    const client = testClient(
      routes(api, {
        '/': api.view({
          async post(request) {
            await store.create({ title: 'Before' })
            const verified = await request.tryCredentials('ann', async () => {
              checks += 1
              return users.verify('ann', 'wrong')
            })
            if (verified === null) throw new PermissionDenied()
            return new ApiResponse('changed')
          },
        }),
      }),
    )

    const statuses: number[] = []
    for (let attempt = 1; attempt <= 5; attempt++) statuses.push((await client.post('/')).status)

    expect(statuses).toEqual([403, 403, 403, 429, 429])
    expect(checks).toBe(3)
    expect(await notes.titles()).toEqual([])
  })

  it.each(['before the first statement', 'later'])(
    'simultaneous wrong passwords that are counted %s exhaust the budget',
    async (moment) => {
      const notes = await open()
      const store = kyselyStore(notes.db, 'note')
      let checks = 0
      const api = atomicApi(notes)
      const client = testClient(
        routes(api, {
          '/': api.view({
            async post(request) {
              if (moment === 'later') await store.items.count()
              const verified = await request.tryCredentials('ann', async () => {
                checks += 1
                return null
              })
              if (verified === null) throw new PermissionDenied()
              return new ApiResponse('changed')
            },
          }),
        }),
      )

      const count = moment === 'later' ? connections - 2 : 20
      await Promise.all(Array.from({ length: count }, () => client.post('/')))

      expect(checks).toBe(3)
      expect((await client.post('/')).status).toBe(429)
    },
  )

  it('an attempt that a savepoint undoes counts, and a right one does not', async () => {
    const notes = await open()
    const { db } = notes
    const store = kyselyStore(db, 'note')
    const throttles = kyselyThrottleStore(db)
    const rate = { limit: 2, seconds: 60 }
    const api = atomicApi(notes)
    const taken: boolean[] = []
    const client = testClient(
      routes(api, {
        '/': api.view({
          async post() {
            await store.create({ title: 'Milk' })
            const undone = store.transaction?.(async () => {
              await store.create({ title: 'Bread' })
              taken.push((await throttles.take('one', rate)).allowed)
              throw new RangeError('Undone.')
            })
            await undone?.catch(() => {})
            taken.push((await throttles.take('one', rate)).allowed)
            taken.push((await throttles.take('one', rate)).allowed)
            await throttles.take('two', { limit: 1, seconds: 60 })
            await throttles.giveBack('two')
            throw new PermissionDenied()
          },
        }),
      }),
    )

    expect((await client.post('/')).status).toBe(403)

    expect(taken).toEqual([true, true, false])
    expect((await throttles.take('one', rate)).allowed).toBe(false)
    expect((await throttles.take('two', { limit: 1, seconds: 60 })).allowed).toBe(true)
    expect(await notes.titles()).toEqual([])
  })

  it('users, tokens and sessions are stored with the request, or not at all', async () => {
    const notes = await open()
    const { users, tokens, flush } = kyselyAccounts(notes.db, { secrets, createTokens: true })
    const sessions = kyselySessions(notes.db)
    const ann = await users.create({ username: 'ann', password: 'right and long' })
    const { key = '' } = (await tokens.of(ann)) ?? {}
    const session = await sessions.create(ann)
    const store = kyselyStore(notes.db, 'note')
    const api = atomicApi(notes)
    const client = testClient(
      routes(api, {
        '/:end/': api.view({
          async post({ params }) {
            await store.create({ title: 'Milk' })
            const bob = await users.create({ username: 'bob', password: 'right and long' })
            await sessions.create(bob)
            await tokens.revoke(ann)
            await sessions.endAll(ann)
            await users.setPassword(ann, 'another and long')
            expect(await tokens.find(key)).toBe(null)
            if (params.end === 'thrown') throw new PermissionDenied()
            return new ApiResponse('No.', 403)
          },
        }),
      }),
    )

    expect((await client.post('/thrown/')).status).toBe(403)
    expect(await users.find('bob')).toBe(null)
    expect((await tokens.find(key))?.user.username).toBe('ann')
    expect(await sessions.find(session.id)).not.toBe(null)
    expect(await users.verify('ann', 'right and long')).not.toBe(null)

    expect((await client.post('/returned/')).status).toBe(403)
    const bob = await users.find('bob')
    expect(bob && (await sessions.count(bob))).toBe(1)
    expect(await tokens.find(key)).toBe(null)
    expect(await sessions.find(session.id)).toBe(null)
    expect(await users.verify('ann', 'right and long')).toBe(null)
    await flush()
  })
})
