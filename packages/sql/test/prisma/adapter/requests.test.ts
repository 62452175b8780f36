import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { type AnyPrisma, openPrisma, prismaOver } from '@turnpike/test-support/prisma/open.ts'
import { describePrismaPairs } from '@turnpike/test-support/prisma/pairs.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { type TestClient, testClient } from '@turnpike/testing'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { ApiResponse, createApi, PermissionDenied, routes, type ViewOptions } from 'turnpike'
import { expect, it, onTestFinished } from 'vitest'
import {
  type AnyDatabase,
  kyselyAccounts,
  kyselyTransactions,
  migrate,
} from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'
import { failureOf, namesOf } from './people.ts'

describePrismaPairs('requests that use Prisma', ({ version, database }) => {
  const clientOf = (db: AnyDatabase, view: ViewOptions): TestClient =>
    testClient(
      routes(createApi({ TRANSACTIONS: kyselyTransactions(db), LOGGER: silentLogger }), {
        '/': view,
      }),
    )

  /** The database is busy on SQLite and unreachable on PostgreSQL. */
  async function duringOutage(): Promise<{ db: AnyDatabase; prisma: AnyPrisma }> {
    if (database === 'postgresql') {
      const { db, close } = openDatabase('postgres://postgres@127.0.0.1:1/none')
      onTestFinished(close)
      return { db, prisma: await prismaOver(version, db) }
    }
    const { url } = await openPrisma(version, database)
    const { db, close } = openDatabase(url, { connectionTimeoutMillis: 50 })
    onTestFinished(close)
    const writer = new Sqlite(url.replace('sqlite:', ''))
    onTestFinished(() => void writer.close())
    writer.exec('begin immediate')
    return { db, prisma: await prismaOver(version, db) }
  }

  it('an atomic request that uses Prisma and accounts of Kysely stores all or nothing', async () => {
    const { db, prisma } = await openPrisma(version, database)
    await migrate(db)
    const accounts = kyselyAccounts(db, { secrets })
    const client = clientOf(db, {
      atomic: true,
      async post(request) {
        const { name, isRefused } = (await request.data()) as { name: string; isRefused: boolean }
        const user = await accounts.users.create({ username: name, password: null })
        await prisma.person.create({ data: { name, tickets: { create: { title: 'a' } } } })
        await prisma.$transaction((tx: AnyPrisma) =>
          tx.ticket.create({ data: { title: user.username } }),
        )
        if (isRefused) throw new PermissionDenied()
        return new ApiResponse({ tickets: await prisma.ticket.count() }, 201)
      },
    })

    expect((await client.post('/', { json: { name: 'ann', isRefused: true } })).status).toBe(403)
    expect(await namesOf(prisma)).toEqual([])
    expect(await prisma.ticket.count()).toBe(0)
    expect(await accounts.users.find('ann')).toBeNull()

    const response = await client.post('/', { json: { name: 'ann', isRefused: false } })
    expect([response.status, await response.json()]).toEqual([201, { tickets: 2 }])
    expect(await namesOf(prisma)).toEqual(['ann'])
    expect(await accounts.users.find('ann')).toMatchObject({ username: 'ann' })
  })

  it('a transaction of Prisma within another one of the request is part of it', async () => {
    const { db, prisma } = await openPrisma(version, database)
    const add = (name: string) =>
      prisma.$transaction((tx: AnyPrisma) => tx.person.create({ data: { name } }))
    const client = clientOf(db, {
      atomic: true,
      post: () =>
        prisma.$transaction(async (tx: AnyPrisma) => {
          await tx.person.create({ data: { name: 'ann' } })
          await add('bob')
          await Promise.all([add('carl'), add('dora')])
          await tx.person.create({ data: { name: 'emma' } })
          return new ApiResponse(await namesOf(tx), 201)
        }),
    })

    const response = await client.post('/')
    const names = ['ann', 'bob', 'carl', 'dora', 'emma']
    const stored: string[] = await response.json()
    expect([response.status, [...stored].sort()]).toEqual([201, names])
    expect([...(await namesOf(prisma))].sort()).toEqual(names)
  })

  it('a transaction of Prisma within another one of the request is undone alone', async () => {
    const { db, prisma } = await openPrisma(version, database)
    const client = clientOf(db, {
      atomic: true,
      post: () =>
        prisma.$transaction(async (tx: AnyPrisma) => {
          await tx.person.create({ data: { name: 'ann' } })
          const inner = prisma.$transaction(async (other: AnyPrisma) => {
            await other.person.create({ data: { name: 'bob' } })
            throw new Error('Not bob.')
          })
          await expect(inner).rejects.toThrow('Not bob.')
          await tx.person.create({ data: { name: 'emma' } })
          return new ApiResponse()
        }),
    })

    expect((await client.post('/')).status).toBe(200)
    expect(await namesOf(prisma)).toEqual(['ann', 'emma'])
  })

  it.each([
    ['a write', (prisma: AnyPrisma) => prisma.person.create({ data: { name: 'ann' } })],
    [
      'a nested write',
      (prisma: AnyPrisma) =>
        prisma.person.create({ data: { name: 'ann', tickets: { create: { title: 'a' } } } }),
    ],
    ['a raw statement', (prisma: AnyPrisma) => prisma.$executeRaw`delete from people`],
    [
      'a transaction',
      (prisma: AnyPrisma) => prisma.$transaction((tx: AnyPrisma) => tx.person.deleteMany()),
    ],
    [
      'a list of statements',
      (prisma: AnyPrisma) => prisma.$transaction([prisma.person.deleteMany()]),
    ],
  ])('%s of Prisma is a 503 while the database cannot answer', async (_what, call) => {
    const { db, prisma } = await duringOutage()
    const seconds = database === 'sqlite' ? '1' : '2'
    const post = async () => new ApiResponse(await call(prisma))

    for (const atomic of [false, true]) {
      const response = await clientOf(db, { atomic, post }).post('/')
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, seconds])
    }
    expect(await failureOf(call(prisma))).toMatchObject({ name: 'DatabaseUnavailable' })
  })

  if (database === 'sqlite') return
  it('a statement of Prisma whose connection is ended is a 503, and the next one succeeds', async () => {
    const { db, prisma } = await openPrisma(version, database)
    await prisma.person.create({ data: { name: 'ann' } })
    const update = () => prisma.person.updateMany({ data: { email: 'x' } })
    const client = clientOf(db, { post: async () => new ApiResponse(await update()) })

    const response = await db.transaction().execute(async (locking) => {
      await sql`select 1 from people for update`.execute(locking)
      const answer = client.post('/')
      for (let ended = 0; ended === 0; ) {
        const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        ended = rows.length
      }
      return answer
    })

    expect(response.status).toBe(503)
    expect(await (await client.post('/')).json()).toEqual({ count: 1 })
  })
})
