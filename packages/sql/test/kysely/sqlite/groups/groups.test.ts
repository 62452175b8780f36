import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { verifyCounted } from '../../../../src/kysely/counted/maintenance.ts'
import { countedTable } from '../../../../src/kysely/index.ts'
import { gate } from '../notes-in-file.ts'
import { openTraced, setClock } from './traced.ts'

const insert = (title: string) =>
  `insert into "note" ("title") values ('${title}') returning "title"`

const statuses = (settled: PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code))

describe('writes that arrive together, on SQLite', () => {
  it('single statements that arrive together share one commit', async () => {
    setClock(0)
    const { write, executed, titles } = openTraced()

    expect(await Promise.all(['a', 'b', 'c'].map((title) => write(title)))).toEqual([
      { title: 'a' },
      { title: 'b' },
      { title: 'c' },
    ])
    expect(executed()).toEqual(['begin immediate', insert('a'), insert('b'), insert('c'), 'commit'])
    expect(await titles()).toEqual(['a', 'b', 'c'])
  })

  it('a group ends when its statements have taken long, and the next one follows', async () => {
    setClock(3)
    const { write, executed } = openTraced()
    await Promise.all(['a', 'b', 'c'].map((title) => write(title)))

    expect(executed()).toEqual([
      ...['begin immediate', insert('a'), insert('b'), 'commit'],
      insert('c'),
    ])
  })

  it('a single statement that arrives alone has no transaction around it', async () => {
    const { write, executed } = openTraced()
    await write('a')
    await write('b')

    expect(executed()).toEqual([insert('a'), insert('b')])
  })

  it('no statement shares a commit where this is switched off', async () => {
    const { write, executed } = openTraced({ groupCommit: false })
    await Promise.all(['a', 'b'].map((title) => write(title)))

    expect(executed()).toEqual([insert('a'), insert('b')])
  })

  it('no statement is acknowledged before the commit that it shares', async () => {
    const { db, sqlite } = openTraced()
    const inTransaction: boolean[] = []
    const write = async (title: string) => {
      await db.insertInto('note').values({ title }).execute()
      inTransaction.push(sqlite.inTransaction)
    }
    await Promise.all(['a', 'b', 'c'].map(write))

    expect(inTransaction).toEqual([false, false, false])
  })

  it('a failing statement takes no other one of its group with it', async () => {
    const { db, write, titles } = openTraced()
    const two = db.insertInto('note').values([{ title: 'c' }, { title: 'a' }])
    const settled = await Promise.allSettled([
      write('a'),
      write('a'),
      two.execute(),
      sql`insert into nowhere values (1)`.execute(db),
      write('b'),
    ])

    expect(statuses(settled)).toEqual([
      'done',
      'SQLITE_CONSTRAINT_UNIQUE',
      'SQLITE_CONSTRAINT_UNIQUE',
      'SQLITE_ERROR',
      'done',
    ])
    expect(await titles()).toEqual(['a', 'b'])
  })

  it('a statement that rolls back its transaction takes no other one with it', async () => {
    setClock(0)
    const { db, write, titles, executed } = openTraced()
    await write('taken')
    const settled = await Promise.allSettled([
      write('a'),
      write('b'),
      sql`insert or rollback into note (title) values ('taken')`.execute(db),
      write('c'),
      write('d'),
    ])

    expect(statuses(settled)).toEqual(['done', 'done', 'SQLITE_CONSTRAINT_UNIQUE', 'done', 'done'])
    expect(await titles()).toEqual(['taken', 'a', 'b', 'c', 'd'])
    expect(executed().filter((text) => text === 'commit')).toHaveLength(2)
  })

  it('a violated deferred constraint fails its own statement, even if a later one would repair it', async () => {
    const { db } = openTraced({
      schema: `create table parent (id integer primary key);
        create table child (parent references parent deferrable initially deferred);`,
    })
    const child = (parent: number) => db.insertInto('child').values({ parent }).execute()
    const parent = (id: number) => db.insertInto('parent').values({ id }).execute()
    const settled = await Promise.allSettled([parent(1), child(1), child(2), parent(2), child(2)])

    expect(statuses(settled)).toEqual([
      'done',
      'done',
      'SQLITE_CONSTRAINT_FOREIGNKEY',
      'done',
      'done',
    ])
  })

  it('what a trigger writes to a full-text index is undone with its statement alone', async () => {
    const { db, write } = openTraced({
      schema: `create table note (id integer primary key, title text unique);
        create virtual table words using fts5 (title);
        create trigger indexed before insert on note
          begin insert into words values (new.title); end;`,
    })
    await Promise.allSettled(['a', 'a', 'b', 'a', 'c'].map((title) => write(title)))

    const { rows } = await sql<{ title: string }>`select title from words`.execute(db)
    expect(rows.map(({ title }) => title)).toEqual(['a', 'b', 'c'])
  })

  it('a trigger that another process adds is respected by statements that were known before', async () => {
    const { db, openOther } = openTraced({
      schema: `create table parent (id integer primary key); create table note (id integer);
        create table child (parent references parent deferrable initially deferred);`,
    })
    const note = (id: number) => db.insertInto('note').values({ id }).execute()
    const parent = (id: number) => db.insertInto('parent').values({ id }).execute()
    await Promise.all([note(1), parent(1)])
    openOther().exec(`create trigger to_child after insert on note
      begin insert into child values (new.id); end`)
    const settled = await Promise.allSettled([parent(3), note(2), parent(2), note(3)])

    expect(statuses(settled)).toEqual(['done', 'SQLITE_CONSTRAINT_FOREIGNKEY', 'done', 'done'])
  })

  it('functions of the application are called once for each statement', async () => {
    const { db, sqlite, write } = openTraced()
    let calls = 0
    sqlite.function('numbered', { deterministic: false }, () => `call ${++calls}`)
    const numbered = () => sql`insert into note (title) values (numbered())`.execute(db)
    const rollBack = sql`insert or rollback into note (id) values (1)`
    await write('first')
    await Promise.allSettled([numbered(), write('a'), numbered(), rollBack.execute(db)])

    expect(calls).toBe(2)
  })

  it('writes to a counted table share one commit', async () => {
    setClock(0)
    const { db, write, executed, forget } = openTraced({
      schema: `create table note (id integer primary key, title text unique, owner integer);
        create index by_owner on note (owner);`,
    })
    await countedTable(db, 'note', { orders: ['id', 'owner'], by: ['owner'] })
    forget()
    await Promise.all(['a', 'b', 'c'].map((title) => write(title)))

    const sent = executed().filter((text) => !text.startsWith('--'))
    expect(sent).toEqual(['begin immediate', insert('a'), insert('b'), insert('c'), 'commit'])
    expect(await verifyCounted(db, 'note')).toEqual([{ table: 'note', fault: null, drifts: [] }])
  })

  it.each([
    ['is executed alone', 'before it has written', 'select changes()', 0],
    ['shares a commit', 'after its own write', 'update log set n = 1; select changes()', 1],
  ])('a statement %s if its trigger reads changes() %s', async (_, __, body, commits) => {
    setClock(0)
    const { write, executed } = openTraced({
      schema: `create table note (id integer primary key, title text unique); create table log (n);
        create trigger reads after insert on note begin ${body}; end;`,
    })
    await Promise.all(['a', 'b'].map((title) => write(title)))
    const lines = executed().join('\n')
    expect(lines.split(`${insert('a')}\n${insert('b')}\ncommit`)).toHaveLength(commits + 1)
  })

  it('the caller of a failing statement is in the stack of its error', async () => {
    const { write } = openTraced()
    async function findMe() {
      await write('a')
    }
    const [, failed] = await Promise.allSettled([write('a'), findMe(), write('b')])

    expect(failed).toMatchObject({ reason: { stack: expect.stringContaining('findMe') } })
  })

  it.each([1, 2, 3, 4, 5])(
    'a statement that comes while the database is closed, %i promises after another, is settled',
    async (promises) => {
      const { db, write } = openTraced()
      const first = write('a')
      for (let passed = 0; passed < promises; passed++) await null
      const second = write('b')
      await null
      await db.destroy()

      const settled = await Promise.allSettled([first, second])
      expect(settled).toHaveLength(2)
    },
  )

  it.each([
    ['quick', 0],
    ['slow', 10],
  ])(
    '%s statements that have arrived are executed before the database is closed',
    async (_, millis) => {
      setClock(millis)
      const { db, write, file, openOther } = openTraced()
      await write('first')
      const writes = ['a', 'b'].map((title) => write(title))
      await new Promise((resolve) => process.nextTick(resolve))
      await db.destroy()
      await Promise.all(writes)

      expect(file).toContain('test.db')
      expect(openOther().prepare('select title from note').pluck().all()).toEqual([
        'first',
        'a',
        'b',
      ])
    },
  )

  it('statements that wait behind others are executed before the database is closed', async () => {
    setClock(10)
    const { db, write, openOther } = openTraced()
    await write('first')
    const running = ['a1', 'a2', 'a3'].map((title) => write(title))
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
    const waiting = ['b1', 'b2', 'b3'].map((title) => write(title))
    await new Promise((resolve) => process.nextTick(resolve))
    await db.destroy()
    await Promise.all([...running, ...waiting])

    const stored = openOther().prepare('select title from note').pluck().all()
    expect(stored).toEqual(['first', 'a1', 'a2', 'a3', 'b1', 'b2', 'b3'])
  })
})

describe('writes that arrive beside transactions, on SQLite', () => {
  it('writes that wait for a transaction share the next commit, up to the next transaction', async () => {
    setClock(0)
    const { db, write, executed, forget } = openTraced()
    await write('first')
    forget()
    const [begun, finish] = [gate(), gate()]
    const transaction = db.transaction().execute(async (transaction) => {
      begun.resolve()
      await finish.promise
      await write('in the transaction', transaction)
    })
    await begun.promise
    const before = [write('a'), write('b')]
    await settle()
    const next = db.transaction().execute((transaction) => write('in the next', transaction))
    await settle()
    const after = [write('c'), write('d')]
    finish.resolve()
    await Promise.all([transaction, ...before, next, ...after])

    expect(executed()).toEqual([
      'begin immediate',
      insert('in the transaction'),
      'commit',
      ...['begin immediate', insert('a'), insert('b'), 'commit'],
      ...['begin immediate', insert('in the next'), 'commit'],
      ...['begin immediate', insert('c'), insert('d'), 'commit'],
    ])
  })

  it('the first write in db.connection() is followed by no other one', async () => {
    const { db, write } = openTraced()
    const own = db.connection().execute(async (connection) => {
      const { insertId } = await connection
        .insertInto('note')
        .values({ title: 'own' })
        .executeTakeFirstOrThrow()
      const { rows } = await sql<{ id: number }>`select last_insert_rowid() as id`.execute(
        connection,
      )
      return { id: Number(insertId), last: rows[0]?.id }
    })
    const [, { id, last }] = await Promise.all([write('a'), own, write('b'), write('c')])

    expect(last).toBe(id)
  })

  it('a write with a signal waits in its own place, and leaves it when it is aborted', async () => {
    const { db, write, titles } = openTraced()
    const written = vi.spyOn(console, 'error').mockImplementation(() => {})
    const leaving = new AbortController()
    const [begun, finish] = [gate(), gate()]
    const transaction = db.transaction().execute(() => {
      begun.resolve()
      return finish.promise
    })
    await begun.promise
    const { signal } = leaving
    const left = db.insertInto('note').values({ title: 'left' }).execute({ signal })
    const stays = [write('a'), write('b')]
    await settle()
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    finish.resolve()
    await Promise.all([transaction, ...stays])
    written.mockRestore()

    expect(await titles()).toEqual(['a', 'b'])
  })
})

describe('writes that arrive together while another process has the lock, on SQLite', () => {
  it('writes wait for the lock of another process, and share a commit then', async () => {
    setClock(0)
    const { write, titles, openOther, executed } = openTraced()
    const other = openOther()
    other.exec("begin immediate; insert into note (title) values ('theirs')")
    const writes = ['a', 'b'].map((title) => write(title))
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await titles()).toEqual([])
    other.exec('commit')
    await Promise.all(writes)

    expect(await titles()).toEqual(['theirs', 'a', 'b'])
    expect(executed().slice(-4)).toEqual(['begin immediate', insert('a'), insert('b'), 'commit'])
  })

  it('grouped writes fail as busy after their time, and have done nothing', async () => {
    const { write, titles, openOther } = openTraced({ connectionTimeoutMillis: 30 })
    const other = openOther()
    other.exec('begin immediate')
    const early = [write('a'), write('b')]
    await new Promise((resolve) => setTimeout(resolve, 10))
    const late = write('c')
    const settled = await Promise.allSettled([...early, late])
    other.exec('rollback')

    expect(statuses(settled)).toEqual(['SQLITE_BUSY', 'SQLITE_BUSY', 'SQLITE_BUSY'])
    expect(await titles()).toEqual([])
  })

  it('grouped writes are committed when readers of a file without a log have left', async () => {
    const { write, titles, openOther } = openTraced({ journal: 'delete' })
    await write('first')
    const other = openOther()
    other.exec('begin; select * from note')
    const rows = other.prepare('select * from note').iterate()
    rows.next()
    const writes = ['a', 'b'].map((title) => write(title))
    await new Promise((resolve) => setTimeout(resolve, 10))
    rows.return?.()
    other.exec('commit')
    await Promise.all(writes)

    expect(await titles()).toEqual(['first', 'a', 'b'])
  })
})

/** What is on its way to the connection has arrived, before the event loop goes on. */
const settle = () => new Promise<void>((resolve) => process.nextTick(resolve))
