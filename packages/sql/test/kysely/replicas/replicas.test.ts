import {
  type OwnPostgres,
  openOwnPostgres,
  ownPostgresMissing,
} from '@turnpike/test-support/own-postgres.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { drizzle } from 'drizzle-orm/node-postgres'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { CamelCasePlugin, type Generated, type Kysely, sql } from 'kysely'
import { Pool } from 'pg'
import type { PositionStore, ReplicaRequest } from 'turnpike/kit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { drizzleItems } from '../../../src/drizzle/index.ts'
import {
  countedTable,
  currentTransaction,
  dropCountedTable,
  kyselyItems,
  kyselyStore,
  kyselyTransactions,
  migrate,
  postgresPool,
  type ReplicasOptions,
  replicas,
} from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/index.ts'

interface Tables {
  note: { id: Generated<number>; note_title: string }
}

const answer = { status: 200, fields: [], body: null }
const get = (headers: Readonly<Record<string, string>> = {}, sender?: string) => ({
  isSafe: true,
  sender: sender ?? crypto.randomUUID(),
  headers: { get: (name: string) => headers[name] ?? null },
})
const patch = (sender: string) => ({ ...get({}, sender), isSafe: false })

/** The port of the server that executes the statements of a database. */
async function serverOf(db: Kysely<never>): Promise<number> {
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(db)
  return rows[0]?.port ?? 0
}

describe.skipIf(ownPostgresMissing !== null)('a database with a replica', () => {
  let servers: { primary: OwnPostgres; standby: OwnPostgres }
  let ports: { primary: number; standby: number }

  beforeAll(async () => {
    const primary = await openOwnPostgres()
    const standby = await primary.openStandby()
    servers = { primary, standby }
    const portOf = ({ url }: OwnPostgres) => Number(new URL(url).port)
    ports = { primary: portOf(primary), standby: portOf(standby) }
    const { db, close } = openDatabase(primary.url)
    await migrate(db)
    await sql`create table note (id serial primary key, note_title text not null)`.execute(db)
    await sql`insert into note (note_title) select 'a note' from generate_series(1, 20)`.execute(db)
    await close()
  })

  afterAll(async () => {
    await servers?.standby.close()
    await servers?.primary.close()
  })

  /** Opened, with the replica in use. */
  async function open(options: Partial<ReplicasOptions> = {}) {
    const primary = openDatabase(servers.primary.url)
    const standby = openDatabase(servers.standby.url)
    const lines: string[] = []
    const log = (_fields: object, message: string) => void lines.push(message)
    const replicated = replicas(primary.db as Kysely<Tables>, {
      databases: { standby: standby.db },
      logger: { info: log, warn: log, error: log },
      ...options,
    })
    onTestFinished(async () => {
      replicated.close()
      await primary.close()
      await standby.close()
    })
    await expect.poll(() => replicated.states[0]?.fault).toBeNull()
    const { db } = replicated
    const inRequest = async <Result>(request: ReplicaRequest, work: () => Promise<Result>) => {
      const result = Promise.withResolvers<Result>()
      const sent = await replicated.run(request, async () => {
        result.resolve(await work())
        return answer
      })
      return { result: await result.promise, sent }
    }
    const readBy = async (request: ReplicaRequest) =>
      (await inRequest(request, () => serverOf(db as never))).result
    return { replicated, db, primary: primary.db as Kysely<Tables>, lines, inRequest, readBy }
  }

  it('reads of safe requests come from the replica, and no others', async () => {
    const { db, primary, readBy, inRequest, lines } = await open()
    expect(await readBy(get())).toBe(ports.standby)
    expect(await readBy(patch('user:1'))).toBe(ports.primary)
    expect(await serverOf(db as never)).toBe(ports.primary)
    await expect.poll(() => lines).toEqual(['The replica standby is used.'])

    const { result } = await inRequest(get(), async () => ({
      before: await serverOf(db as never),
      inTransaction: await kyselyTransactions(primary).run(() =>
        serverOf(currentTransaction(db) as never),
      ),
      held: await db.connection().execute((held) => serverOf(held as never)),
      // A connection that is held may have written.
      after: await serverOf(db as never),
    }))
    expect(result).toEqual({
      before: ports.standby,
      inTransaction: ports.primary,
      held: ports.primary,
      after: ports.primary,
    })
  })

  it('lists and stores are read from the replica, with plugins, too', async () => {
    const { db, inRequest } = await open()
    const port = sql<number>`inet_server_port()`.as('port')
    const plain = kyselyItems(db, db.selectFrom('note').selectAll().select(port))
    const camel = db.withPlugin(new CamelCasePlugin())
    const plugged = kyselyItems(camel, camel.selectFrom('note').selectAll().select(port))
    const { result } = await inRequest(get(), async () => {
      const { items } = kyselyStore(db, 'note')
      return [
        await plain.orderBy?.(['-id']).slice(0, 1),
        await plugged.slice(0, 1),
        await items.count(),
      ]
    })
    expect(result).toEqual([
      [{ id: 20, note_title: 'a note', port: ports.standby }],
      [{ id: 1, noteTitle: 'a note', port: ports.standby }],
      20,
    ])
  })

  it('lists of a counted table are read from the replica, once their counters are found', async () => {
    const { db, primary, inRequest } = await open()
    await countedTable(primary as never, 'note', { orders: ['id'] })
    onTestFinished(() => dropCountedTable(primary as never, 'note'))
    const list = kyselyItems(db, db.selectFrom('note').selectAll()).orderBy(['id'])
    const read = async () => {
      const page = await list.sliceAndCount?.(3, 1)
      return { ...page, next: await serverOf(db as never) }
    }
    const page = { items: [{ id: 4, note_title: 'a note' }], count: 20 }
    // What the catalogue says of the counters is kept, so it comes from the primary.
    expect((await inRequest(get(), read)).result).toEqual({ ...page, next: ports.primary })
    await expect
      .poll(async () => (await inRequest(get(), read)).result)
      .toEqual({ ...page, next: ports.standby })

    const { result } = await inRequest(get(), async () => {
      await sql`select count(*) from pg_catalog.pg_class`.execute(db)
      return serverOf(db as never)
    })
    expect(result).toBe(ports.primary)
  })

  it('lists of Drizzle are read from the replica', async () => {
    const { db, inRequest } = await open()
    const note = pgTable('note', {
      id: integer('id').primaryKey(),
      title: text('note_title').notNull(),
    })
    const orm = drizzle(postgresPool(db, Pool))
    const items = drizzleItems(orm, orm.select().from(note))
    const { result } = await inRequest(get(), async () => ({
      page: await items.slice(3, 1),
      // Nothing has gone to the primary, or this would, too.
      server: await serverOf(db as never),
    }))
    expect(result).toEqual({ page: [{ id: 4, title: 'a note' }], server: ports.standby })
  })

  it('what decides about access reads from the primary, and what follows from the replica', async () => {
    const { db, replicated, inRequest } = await open()
    const { result } = await inRequest(get(), async () => [
      await replicated.atPrimary(() => serverOf(db as never)),
      await serverOf(db as never),
    ])
    expect(result).toEqual([ports.primary, ports.standby])
  })

  it('a condition is decided at the replica that an item came from, also after a write', async () => {
    const { db, replicated, inRequest } = await open()
    const server = () => serverOf(db as never)
    const { result } = await inRequest(get(), async () => {
      await server()
      const decide = replicated.fromHere(server)
      return replicated.atPrimary(async () => {
        const before = [await server(), await decide()]
        await write.execute(db)
        return [...before, await server(), await decide(), await replicated.fromHere(server)()]
      })
    })
    const { primary, standby } = ports
    expect(result).toEqual([primary, standby, primary, standby, primary])
  })

  it('a condition about an item of the primary is decided there, and so is what it writes', async () => {
    const { db, replicated, inRequest } = await open({ positions: 'header' })
    const server = () => serverOf(db as never)
    const afterWrite = await inRequest(get(), async () => {
      await server()
      await write.execute(db)
      return replicated.fromHere(server)()
    })
    expect(afterWrite.result).toBe(ports.primary)

    const writing = await inRequest(get(), async () => {
      await server()
      const decide = replicated.fromHere(async (statement: typeof write) => {
        await statement.execute(db)
        return server()
      })
      return replicated.atPrimary(() => decide(write))
    })
    expect(writing.result).toBe(ports.primary)
    expect(writing.sent.fields[0]).toBe('turnpike-position')

    const firstRead = inRequest(get(), () => {
      const decide = replicated.fromHere(server)
      return replicated.atPrimary(decide)
    })
    expect((await firstRead).result).toBe(ports.standby)
    expect(await replicated.fromHere(server)()).toBe(ports.primary)
  })

  // It changes no row: dead ones could hold up the replica in the tests that follow.
  const write = sql`update note set note_title = 'a note' where false`

  it.each<[string, (db: Kysely<Tables>) => Promise<unknown>]>([
    ['a statement', (db) => write.execute(db)],
    ['a transaction', (db) => db.transaction().execute((trx) => write.execute(trx))],
  ])('what decides about access counts as a write if it writes: %s', async (_, writeTo) => {
    const { db, replicated, inRequest } = await open({ positions: 'header' })
    const { result, sent } = await inRequest(get(), async () => {
      await replicated.atPrimary(() => replicated.atPrimary(() => writeTo(db)))
      return serverOf(db as never)
    })
    expect(result).toBe(ports.primary)
    expect(sent.fields[0]).toBe('turnpike-position')

    const reading = () => replicated.atPrimary(() => serverOf(db as never))
    expect((await inRequest(get(), reading)).sent.fields).toEqual([])
    // Outside of requests there is nothing to count.
    await replicated.atPrimary(() => writeTo(db))
  })

  it("statements of Turnpike's own tables go to the primary", async () => {
    const { db, inRequest } = await open()
    const { result } = await inRequest(get(), async () => {
      const { rows } = await sql<{ port: number }>`
        select inet_server_port() as port from (select count(*) from turnpike_user) as users
      `.execute(db)
      return [rows[0]?.port, await serverOf(db as never)]
    })
    // What follows is not older.
    expect(result).toEqual([ports.primary, ports.primary])
  })

  it('what follows a write in a request reads from the primary, and later requests see it', async () => {
    const { db, inRequest, readBy } = await open()
    const sender = 'user:2'
    const { result } = await inRequest(get({}, sender), async () => {
      await db.insertInto('note').values({ note_title: 'new' }).execute()
      return serverOf(db as never)
    })
    expect(result).toBe(ports.primary)
    expect(await readBy(get({}, sender))).toBe(ports.primary)
    await sql`delete from note where note_title = 'new'`.execute(db)
    await expect.poll(() => readBy(get({}, sender))).toBe(ports.standby)
  })

  it('a statement that the replica refuses is executed by the primary', async () => {
    const { db, inRequest } = await open()
    const { result } = await inRequest(get(), async () => {
      const { rows } = await sql`select nextval('note_id_seq') > 0 as is_more`.execute(db)
      return rows
    })
    expect(result).toEqual([{ is_more: true }])
    const failing = inRequest(get(), () => sql`select * from missing`.execute(db))
    await expect(failing).rejects.toThrow('relation "missing" does not exist')
  })

  it('a statement that takes too long is not tried again', async () => {
    const standby = openDatabase(`${servers.standby.url}?statement_timeout=100`)
    onTestFinished(() => standby.close())
    const { db, inRequest } = await open({ databases: { standby: standby.db } })
    const slow = inRequest(get(), () =>
      sql`select count(*) from generate_series(1, 100000000)`.execute(db),
    )
    await expect(slow).rejects.toThrow()
  })

  it('a client shows by a header what it has written, to other processes', async () => {
    const [one, other] = [await open({ positions: 'header' }), await open({ positions: 'header' })]
    const { sent } = await one.inRequest(patch('user:3'), () =>
      sql`update note set note_title = 'a note'`.execute(one.db),
    )
    const [name, position = ''] = sent.fields
    expect(name).toBe('turnpike-position')
    expect((await one.inRequest(get(), async () => {})).sent.fields).toEqual([])

    expect(await other.readBy(get({ 'turnpike-position': position }))).toBe(ports.standby)
    const { standby } = servers
    const held = openDatabase(standby.url)
    await sql`select pg_wal_replay_pause()`.execute(held.db)
    try {
      const { sent } = await one.inRequest(patch('user:3'), () =>
        sql`update note set note_title = 'a note'`.execute(one.db),
      )
      const later = { 'turnpike-position': sent.fields[1] ?? '' }
      expect(await other.readBy(get(later))).toBe(ports.primary)
      expect(await other.readBy(get({ 'turnpike-position': 'nonsense' }))).toBe(ports.primary)
      expect(await other.readBy(get({ 'turnpike-position': position }))).toBe(ports.standby)
    } finally {
      await sql`select pg_wal_replay_resume()`.execute(held.db)
      await held.close()
    }
  })

  it('a read that the replica refuses as a write has a position, too', async () => {
    const { db, inRequest } = await open({ positions: 'header' })
    const draw = () => sql`select nextval('note_id_seq')`.execute(db)
    expect((await inRequest(get(), draw)).sent.fields[0]).toBe('turnpike-position')

    // Later it is known, also in a request that reads from the primary.
    const { sent } = await inRequest(get(), async () => {
      await sql`select count(*) from turnpike_user`.execute(db)
      await draw()
    })
    expect(sent.fields[0]).toBe('turnpike-position')
  })

  it('a client whose position is unknown reads from the primary', async () => {
    const held = openDatabase(servers.standby.url)
    onTestFinished(() => held.close())
    const positions: PositionStore = {
      get: () => Promise.reject(new Error('The store is away.')),
      raise: () => Promise.reject(new Error('The store is away.')),
    }
    const { readBy, lines } = await open({ positions })
    await sql`select pg_wal_replay_pause()`.execute(held.db)
    const { primary } = await open()
    await sql`update note set note_title = 'a note'`.execute(primary)
    expect(await readBy(get())).toBe(ports.primary)
    await sql`select pg_wal_replay_resume()`.execute(held.db)
    await readBy(patch('user:4'))
    expect(lines).toContain('Other processes may answer a client with an older state.')
  })

  it('a server that is no replica of the primary is passed over, with the reason', async () => {
    const foreign = await openOwnPostgres()
    const other = await foreign.openStandby()
    const none = openDatabase('postgres://127.0.0.1:1/none')
    const [itself, another] = [openDatabase(servers.primary.url), openDatabase(other.url)]
    const primary = openDatabase(servers.primary.url)
    const replicated = replicas(primary.db, {
      databases: { itself: itself.db, another: another.db, none: none.db },
      logger: { info() {}, warn() {}, error() {} },
    })
    onTestFinished(async () => {
      replicated.close()
      for (const each of [primary, itself, another, none]) await each.close()
      await other.close()
      await foreign.close()
    })
    await expect
      .poll(() => replicated.states.map(({ fault }) => fault))
      .toEqual([
        'it is no standby, or was promoted',
        'it is a standby of another database',
        expect.stringContaining('ECONNREFUSED'),
      ])
    const server = Promise.withResolvers<number>()
    await replicated.run(get(), async () => {
      server.resolve(await serverOf(replicated.db as never))
      return answer
    })
    expect(await server.promise).toBe(ports.primary)
  })

  it('a replica that is late is passed over, with one line in the log, until it has caught up', async () => {
    const held = openDatabase(servers.standby.url)
    onTestFinished(() => held.close())
    const { primary, replicated, lines } = await open({ maxLagSeconds: 3 })
    await sql`select pg_wal_replay_pause()`.execute(held.db)
    const writing = setInterval(
      () => void sql`update note set note_title = 'a note'`.execute(primary).catch(() => {}),
      200,
    )
    try {
      await expect.poll(() => lines.length).toBe(2)
      expect(replicated.states[0]?.fault).toMatch(/^it is [3-9]\.\d s behind$/)
    } finally {
      clearInterval(writing)
      await sql`select pg_wal_replay_resume()`.execute(held.db)
    }
    await expect.poll(() => replicated.states[0]?.fault).toBeNull()
    await expect.poll(() => lines.length).toBe(3)
    expect(lines[1]).toMatch(/^The replica standby is passed over: it is [3-9]\.\d s behind\.$/)
  })

  it('a stream that goes on after the answer reads from the primary', async () => {
    const { db, inRequest } = await open()
    const later = Promise.withResolvers<void>()
    const { result } = await inRequest(get(), async () => ({
      stream: later.promise.then(() => serverOf(db as never)),
    }))
    later.resolve()
    expect(await result.stream).toBe(ports.primary)
  })
})

describe('replicas()', () => {
  it('refuses SQLite, and positions that it does not know', async () => {
    const { db, close } = await openInMemory()
    onTestFinished(close)
    expect(() => replicas(db, { databases: {} })).toThrow('replicas() needs PostgreSQL')
    const postgres = openDatabase('postgres://127.0.0.1:1/none')
    onTestFinished(postgres.close)
    const given = { databases: {}, positions: {} as never }
    expect(() => replicas(postgres.db, given)).toThrow(
      'positions of replicas() must be memory, header, or a store with get() and raise().',
    )
    expect(() => replicas(postgres.db, { databases: {}, maxLagSeconds: 1 })).toThrow(
      'maxLagSeconds',
    )
  })

  it('a replica that is away from the start is logged once', async () => {
    const none = openDatabase('postgres://127.0.0.1:1/none')
    const lines: string[] = []
    const log = (_fields: object, message: string) => void lines.push(message)
    const replicated = replicas(none.db, {
      databases: { away: none.db },
      logger: { info: log, warn: log, error: log },
    })
    onTestFinished(async () => {
      replicated.close()
      await none.close()
    })
    const said = [expect.stringMatching(/^The replica away is passed over: .*ECONNREFUSED/)]
    await expect.poll(() => lines).toEqual(said)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(lines).toEqual(said)
  })
})
