import Sqlite from 'better-sqlite3'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import { DatabaseError, Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import {
  DatabaseUnavailable,
  kyselyTransactions,
  outsideTransactions,
  postgresPool,
  sqliteDialect,
} from '../../../src/kysely/index.ts'
import { inUse, onBothPools } from './both-pools.ts'

onBothPools('a shared pool', (open) => {
  it('a shared pool is a Pool of pg', async () => {
    const { pool } = await open()

    expect(pool).toBeInstanceOf(Pool)
    expect(pool.options).toBeTypeOf('object')
    const listener = () => {}
    expect(pool.on('error', listener).removeListener('error', listener)).toBe(pool)
  })

  it("a statement of a shared pool has pg's own result", async () => {
    const { pool } = await open()

    const added = await pool.query("insert into note (title) values ('Milk') returning id, title")
    expect(added.command).toBe('INSERT')
    expect(added.rowCount).toBe(1)
    expect(added.rows).toEqual([{ id: 1, title: 'Milk' }])
    expect(added.fields.map(({ name, dataTypeID }) => [name, dataTypeID])).toEqual([
      ['id', 23],
      ['title', 25],
    ])
    expect((await pool.query('update note set rank = 2')).rowCount).toBe(1)
    expect((await pool.query('create temporary table other (id integer)')).command).toBe('CREATE')
  })

  it('a statement of a shared pool is given as text with values, or as an object', async () => {
    const { pool } = await open()

    expect((await pool.query('select $1::int as n', [1])).rows).toEqual([{ n: 1 }])
    expect((await pool.query({ text: 'select $1::int as n', values: [2] })).rows).toEqual([
      { n: 2 },
    ])
    expect((await pool.query({ text: 'select $1::int as n' }, [3])).rows).toEqual([{ n: 3 }])
    expect(
      (await pool.query({ text: 'select 1 as a, 2 as a', rowMode: 'array', values: [] })).rows,
    ).toEqual([[1, 2]])
  })

  it('a statement of a shared pool reads its values as its type parsers say', async () => {
    const { pool } = await open()

    const { rows } = await pool.query({
      text: "select 12345678901234567890::numeric, '2026-01-02'::date, $1::bytea",
      values: [Buffer.from('x')],
      rowMode: 'array',
      types: { getTypeParser: (type: number) => (text: string) => `${type}: ${text}` } as never,
    })
    expect(rows).toEqual([['1700: 12345678901234567890', '1082: 2026-01-02', '17: \\x78']])
  })

  it('a statement with a name stays prepared', async () => {
    const { pool } = await open({ max: 1 })
    const config = { name: 'own', text: 'select $1::int as n', values: [1] }

    await pool.query(config)
    expect((await pool.query({ ...config, values: [2] })).rows).toEqual([{ n: 2 }])
    const { rows } = await pool.query("select name from pg_prepared_statements where name = 'own'")
    expect(rows).toEqual([{ name: 'own' }])
    expect(config).toEqual({ name: 'own', text: 'select $1::int as n', values: [1] })
  })

  it('several statements in one text have a list of results', async () => {
    const { pool } = await open()

    const results = (await pool.query('select 1 as a; select 2 as b')) as unknown as {
      rows: unknown
    }[]
    expect(results.map(({ rows }) => rows)).toEqual([[{ a: 1 }], [{ b: 2 }]])
  })

  it('a shared pool calls back', async () => {
    const { pool } = await open()

    const called = (send: (done: (error: unknown, result: unknown) => void) => unknown) =>
      new Promise((resolve) => {
        expect(send((error, result) => resolve([error, result]))).toBeUndefined()
      })
    expect(await called((done) => pool.query('select 1 as n', done))).toEqual([
      null,
      expect.objectContaining({ rows: [{ n: 1 }] }),
    ])
    expect(await called((done) => pool.query('select $1::int as n', [2], done))).toEqual([
      null,
      expect.objectContaining({ rows: [{ n: 2 }] }),
    ])
    expect(await called((done) => pool.query('nonsense', done))).toEqual([
      expect.any(DatabaseError),
      undefined,
    ])
    const { promise, resolve } = Promise.withResolvers<number>()
    pool.connect((_error, client, release) => {
      client?.query('select 3 as n', (_: unknown, { rows }: { rows: { n: number }[] }) => {
        release()
        resolve(rows[0]?.n ?? 0)
      })
    })
    expect(await promise).toBe(3)
    await expect.poll(() => inUse(pool)).toBe(0)
  })

  it('an error of a shared pool is that of pg', async () => {
    const { pool } = await open()
    await pool.query("insert into note (title) values ('Milk')")

    const refused = await pool.query("insert into note (title) values ('Milk')").catch((e) => e)
    expect(refused).toBeInstanceOf(DatabaseError)
    expect(refused).toMatchObject({
      code: '23505',
      severity: 'ERROR',
      constraint: 'note_title_key',
      table: 'note',
      detail: 'Key (title)=(Milk) already exists.',
    })
  })

  it('an outage is a 503 to a shared pool', async () => {
    const { pool } = await open({ max: 2, connectionTimeoutMillis: 200 })
    const clients = [await pool.connect(), await pool.connect()]

    await expect(pool.query('select 1')).rejects.toThrow(DatabaseUnavailable)
    await expect(pool.connect()).rejects.toThrow(DatabaseUnavailable)
    for (const client of clients) client.release()
    expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
    expect(pool.totalCount).toBeLessThanOrEqual(2)
  })

  it('a statement of a shared pool that takes too long is a 503', async () => {
    const { pool } = await open({ queryTimeout: 200 })

    await expect(pool.query('select pg_sleep(2)')).rejects.toThrow(DatabaseUnavailable)
    await expect.poll(() => inUse(pool)).toBe(0)
  })

  it('a client has one connection, with transactions of its own', async () => {
    const { pool, titles } = await open()
    const client = await pool.connect()

    await client.query('begin')
    await client.query("insert into note (title) values ('Milk')")
    expect(await titles()).toEqual([])
    await client.query('commit')
    await client.query('BEGIN')
    await client.query("insert into note (title) values ('Bread')")
    await client.query('ROLLBACK')
    client.release()

    expect(await titles()).toEqual(['Milk'])
  })

  it('a client that is released with an open transaction leaves none', async () => {
    const { pool, titles } = await open({ max: 1 })
    const client = await pool.connect()
    await client.query('begin')
    await client.query("insert into note (title) values ('Milk')")
    client.release()

    await pool.query("insert into note (title) values ('Bread')")
    expect(await titles()).toEqual(['Bread'])

    const failing = await pool.connect()
    await failing.query('begin')
    await failing.query('nonsense').catch(() => {})
    failing.release()
    expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  })

  it('a client that is released with an error loses its connection', async () => {
    const { pool } = await open({ max: 1 })
    const processOf = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid
    const before = await processOf()
    expect(await processOf()).toBe(before)
    const client = await pool.connect()
    client.release(new Error('It is broken.'))
    const after = await processOf()
    expect(after).not.toBe(before)

    const second = await pool.connect()
    await second.query('begin')
    second.release(true)
    expect(await processOf()).not.toBe(after)
  })

  it('a client is released once, and sends nothing afterwards', async () => {
    const { pool } = await open()
    const client = await pool.connect()
    client.release()

    expect(() => client.release()).toThrow('already been released')
    await expect(client.query('select 1')).rejects.toThrow('already released')
    await expect.poll(() => inUse(pool)).toBe(0)
  })

  it('the statements of a client are sent in order', async () => {
    const { pool, titles } = await open()
    const client = await pool.connect()

    const sent = [
      client.query('begin'),
      client.query("insert into note (title) values ('Milk')"),
      client.query('commit'),
      client.query("insert into note (title) values ('Bread')"),
    ]
    client.release()
    await Promise.all(sent)
    expect(await titles()).toEqual(['Bread', 'Milk'])
  })

  it('a write in a read-only transaction is a defect, not an outage', async () => {
    const { pool, db } = await open()
    const write = async () => {
      const client = await pool.connect()
      try {
        await client.query('begin read only')
        await client.query("insert into note (title) values ('Milk')")
      } finally {
        await client.query('rollback')
        client.release()
      }
    }

    await expect(write()).rejects.toMatchObject({ code: '25006' })
    await expect(kyselyTransactions(db).run(write)).rejects.toMatchObject({ code: '25006' })
  })

  it('a transaction is refused without a client of its own', async () => {
    const { pool } = await open()

    await expect(pool.query('begin')).rejects.toThrow('needs a client of its own')
  })

  it('the end of a shared pool leaves the database open', async () => {
    const { pool, db } = await open()
    await pool.end()

    await expect(pool.query('select 1')).rejects.toThrow('after calling end')
    await expect(pool.connect()).rejects.toThrow('after calling end')
    await expect(pool.end()).rejects.toThrow('more than once')
    expect(await db.selectFrom('note').select('id').execute()).toEqual([])
  })

  it('a cursor is refused by a shared pool', async () => {
    const { pool } = await open()

    expect(() => pool.query({ submit() {} } as never)).toThrow('a Pool of their own')
    expect(() => pool.query(null as never)).toThrow('needs a text')
  })
})

onBothPools('a shared pool in a transaction', (open) => {
  it('a statement of a shared pool is part of the transaction of its work', async () => {
    const { db, pool, titles } = await open()
    const { run } = kyselyTransactions(db)
    const add = (title: string) => pool.query('insert into note (title) values ($1)', [title])

    await run(async () => {
      await add('Milk')
      expect(await titles()).toEqual([])
    })
    const failed = run(async (transaction) => {
      await add('Bread')
      const { rows } = await pool.query('select count(*)::int as n from note')
      expect(rows).toEqual([{ n: 2 }])
      expect((await transaction.selectFrom('note').select('id').execute()).length).toBe(2)
      throw new Error('No.')
    })
    await expect(failed).rejects.toThrow('No.')
    expect(await titles()).toEqual(['Milk'])
  })

  it('the transaction of a client is a savepoint in that of its work', async () => {
    const { db, pool, titles } = await open()
    await kyselyTransactions(db).run(async () => {
      const client = await pool.connect()
      expect(await client.query('begin')).toMatchObject({ command: 'BEGIN', rowCount: null })
      await client.query("insert into note (title) values ('Milk')")
      await client.query('rollback')
      await client.query('START TRANSACTION')
      await client.query("insert into note (title) values ('Bread')")
      await client.query('COMMIT')
      client.release()
      expect(await titles()).toEqual([])
    })

    expect(await titles()).toEqual(['Bread'])
  })

  it('a commit of a client does not commit the transaction of its work', async () => {
    const { db, pool, titles } = await open()
    const failed = kyselyTransactions(db).run(async () => {
      const client = await pool.connect()
      await client.query('commit')
      await client.query('begin')
      await client.query("insert into note (title) values ('Milk')")
      await client.query('commit')
      await client.query('commit')
      client.release()
      throw new Error('No.')
    })

    await expect(failed).rejects.toThrow('No.')
    expect(await titles()).toEqual([])
  })

  it.each([
    'commit; begin',
    'rollback and chain',
    'commit and chain',
    "prepare transaction 'x'",
    '/* own */ -- end\n commit; select 1',
  ])('what would end the transaction of the work is refused: %s', async (text) => {
    const { db, pool, titles } = await open()
    const failed = kyselyTransactions(db).run(async () => {
      const client = await pool.connect()
      await client.query("insert into note (title) values ('Milk')")
      await client.query(text)
    })

    await expect(failed).rejects.toThrow('cannot be sent in the transaction of the current work')
    expect(await titles()).toEqual([])
  })

  it.each([
    ';commit',
    ' ; /* own */ ; commit ; ',
    'select 1; commit',
    'select 1; rollback',
    'select 1; commit; begin',
    '/* a /* b */ */ commit',
    '-- own\n/* a /* b */ c */ end',
    'do $$ begin perform 1; end $$; commit',
  ])('no text ends the transaction of the work: %s', async (text) => {
    const { db, pool, titles } = await open()
    const failed = kyselyTransactions(db).run(async () => {
      const client = await pool.connect()
      await client.query("insert into note (title) values ('Milk')")
      await client.query(text).catch(() => {})
      await client.query("insert into note (title) values ('Bread')").catch(() => {})
      throw new Error('No.')
    })

    await expect(failed).rejects.toThrow('No.')
    expect(await titles()).toEqual([])
  })

  it('savepoints of a client keep their names', async () => {
    const { db, pool, titles } = await open()
    await kyselyTransactions(db).run(async () => {
      const client = await pool.connect()
      await client.query('begin')
      await client.query("insert into note (title) values ('Milk')")
      await client.query('SAVEPOINT "sp1"')
      await client.query("insert into note (title) values ('Bread')")
      await client.query('ROLLBACK TO SAVEPOINT "sp1"')
      await client.query('release savepoint "sp1"')
      await client.query('commit')
      client.release()
    })

    expect(await titles()).toEqual(['Milk'])
  })

  it('a client that is released with an open savepoint undoes it', async () => {
    const { db, pool, titles } = await open()
    await kyselyTransactions(db).run(async () => {
      await pool.query("insert into note (title) values ('Milk')")
      const client = await pool.connect()
      await client.query('begin')
      await client.query("insert into note (title) values ('Bread')")
      client.release()
      const next = await pool.connect()
      await next.query('begin')
      await next.query("insert into note (title) values ('Eggs')")
      await next.query('commit')
      next.release()
    })

    expect(await titles()).toEqual(['Eggs', 'Milk'])
  })

  it('a client that is released last with an open savepoint undoes it, too', async () => {
    const { db, pool, titles } = await open()
    await kyselyTransactions(db).run(async () => {
      await pool.query("insert into note (title) values ('Milk')")
      const client = await pool.connect()
      await client.query('begin')
      await client.query("insert into note (title) values ('Bread')")
      client.release()
    })

    expect(await titles()).toEqual(['Milk'])
  })

  it('a transaction of a client that was not ended refuses the commit', async () => {
    const { db, pool, titles } = await open()
    const refused = kyselyTransactions(db).run(async () => {
      const client = await pool.connect()
      await client.query('begin')
      await client.query("insert into note (title) values ('Bread')")
    })

    await expect(refused).rejects.toThrow('still open')
    expect(await titles()).toEqual([])
  })

  it('a failed statement in a savepoint leaves the transaction of the work intact', async () => {
    const { db, pool, titles } = await open()
    await kyselyTransactions(db).run(async () => {
      await pool.query("insert into note (title) values ('Milk')")
      const client = await pool.connect()
      await client.query('begin')
      await client.query("insert into note (title) values ('Milk')").catch(() => {})
      await expect(client.query('commit')).rejects.toThrow('has failed')
      await client.query('rollback')
      client.release()
    })

    expect(await titles()).toEqual(['Milk'])
  })

  it('savepoints of two clients do not interleave', async () => {
    const { db, pool, titles } = await open()
    const add = async (title: string, isKept: boolean) => {
      const client = await pool.connect()
      await client.query('begin')
      await client.query('insert into note (title) values ($1)', [title])
      await client.query('select pg_sleep(0.01)')
      await client.query(isKept ? 'commit' : 'rollback')
      client.release()
    }
    await kyselyTransactions(db).run(() =>
      Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((title, index) => add(title, index % 2 > 0))),
    )

    expect(await titles()).toEqual(['b', 'd', 'f'])
  })

  it('a transaction of the work in that of a client is nested in it', async () => {
    const { db, pool, titles } = await open()
    const { run } = kyselyTransactions(db)
    await run(async () => {
      const client = await pool.connect()
      await client.query('begin')
      await run((inner) => inner.insertInto('note').values({ title: 'Milk' }).execute())
      const failed = run(async (inner) => {
        await inner.insertInto('note').values({ title: 'Eggs' }).execute()
        await client.query("insert into note (title) values ('Butter')")
        throw new Error('No.')
      })
      await expect(failed).rejects.toThrow('No.')
      await client.query('commit')
      await run((inner) => inner.insertInto('note').values({ title: 'Bread' }).execute())
      client.release()
    })

    expect(await titles()).toEqual(['Bread', 'Milk'])
  })

  it('what a transaction cannot be in that of its work is an error', async () => {
    const { db, pool } = await open()
    const { run } = kyselyTransactions(db)
    const begin = async (text: string, second?: string) => {
      const client = await pool.connect()
      try {
        await client.query(text)
        if (second) await client.query(second)
        await client.query('commit')
      } finally {
        client.release()
      }
    }

    await expect(run(() => begin('begin isolation level serializable'))).rejects.toThrow(
      'cannot be serializable, because that is read committed',
    )
    await expect(
      run(() => begin('BEGIN', 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')),
    ).rejects.toThrow('cannot be repeatable read')
    await run(() => begin('begin isolation level read committed read write not deferrable'))
    await kyselyTransactions(db, { isolationLevel: 'serializable' }).run(() =>
      begin('BEGIN', 'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE'),
    )
    await begin('begin isolation level serializable')
  })

  it('work that was not awaited gets the error of its transaction', async () => {
    const { db, pool } = await open()
    const end = Promise.withResolvers<void>()
    let late: Promise<unknown> = Promise.resolve()
    await kyselyTransactions(db).run(async () => {
      const client = await pool.connect()
      late = end.promise.then(() =>
        Promise.allSettled([pool.query('select 1'), client.query('begin'), pool.connect()]),
      )
    })
    end.resolve()

    const over = { reason: expect.objectContaining({ name: 'TransactionOver' }) }
    expect(await late).toMatchObject([over, over, over])
  })

  it('work outside of the transaction has a connection of its own', async () => {
    const { db, pool, titles } = await open()
    const failed = kyselyTransactions(db).run(async () => {
      await pool.query("insert into note (title) values ('Milk')")
      await outsideTransactions(() => pool.query("insert into note (title) values ('Bread')"))
      throw new Error('No.')
    })

    await expect(failed).rejects.toThrow('No.')
    expect(await titles()).toEqual(['Bread'])
  })

  it('a transaction of one database does not contain statements of another', async () => {
    const [one, other] = [await open(), await open()]
    const failed = kyselyTransactions(one.db).run(async () => {
      await one.pool.query("insert into note (title) values ('Milk')")
      await other.pool.query("insert into note (title) values ('Bread')")
      throw new Error('No.')
    })

    await expect(failed).rejects.toThrow('No.')
    expect([await one.titles(), await other.titles()]).toEqual([[], ['Bread']])
  })
})

describe('a database without a shared pool', () => {
  it('a pool is shared only by databases that can share one', async () => {
    const pool = new Pool()
    const plain = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
    const sqlite = new Kysely<object>({ dialect: sqliteDialect(new Sqlite(':memory:')) })

    expect(() => postgresPool(plain, Pool)).toThrow('postgresDialect(pool)')
    expect(() => postgresPool(sqlite, Pool)).toThrow('postgresDialect(pool)')
    expect(() => postgresPool(plain.withPlugin(new CamelCasePlugin()), Pool)).toThrow(
      'postgresDialect(pool)',
    )
    await Promise.all([plain.destroy(), sqlite.destroy()])
  })
})
