import type Sqlite from 'better-sqlite3'
import { type CompiledQuery, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Random, seededRandom } from '../../../../../../test/faults/random.ts'
import { type AnyDatabase, kyselyItems } from '../../../../src/kysely/index.ts'
import { openTraced } from './traced.ts'

const schema = `
  create table note (id integer primary key autoincrement, title text unique, rank integer);
  create table parent (id integer primary key);
  create table now_child (id integer primary key, parent references parent);
  create table late_child (parent references parent deferrable initially deferred);
  create table log (id integer primary key, text text);
  create trigger ranked after insert on note when new.rank is not null begin
    select case new.rank when 7 then raise(rollback, 'seven') when 8 then raise(abort, 'eight')
      when 9 then raise(fail, 'nine') when 6 then raise(ignore) end;
    insert into log (text) values (new.title || ' by trigger');
  end;
  create table tally (title text, n integer);
  create trigger tallied after insert on note begin
    update tally set n = n + 1 where title = new.title;
    insert into tally select new.title, 1 where changes() = 0;
  end;`

type Act = (db: AnyDatabase) => Promise<unknown>

const raw = (text: string, ...values: unknown[]): Act => {
  const query = () => ({ ...sql.raw(text).compile(compiler), parameters: values })
  return (db) => db.executeQuery(query() as CompiledQuery)
}
let compiler: AnyDatabase

/**
 * One write of a client. What it returns, or throws, is compared. The `insertId` of a statement that
 * inserts nothing means nothing.
 */
function anyWrite({ below, pick }: Random): Act {
  const title = `title ${below(40)}`
  const id = below(30)
  const rank = below(30)
  const conflict = pick(['', ' or abort', ' or fail', ' or ignore', ' or replace', ' or rollback'])
  return pick<Act>([
    (db) => db.insertInto('note').values({ title, rank }).execute(),
    (db) => db.insertInto('note').values({ title }).returningAll().execute(),
    (db) => db.insertInto('note').values({ title }).returningAll().execute(),
    raw(`insert${conflict} into note (title) values (?), ('taken'), (?) returning id`, title, 'x'),
    raw(`insert${conflict} into note (id, title) values (?, ?) returning *`, id, title),
    raw(
      'insert into note (title) values (?) on conflict do update set rank = 1 returning id',
      title,
    ),
    raw(`with v as (select ? as t) insert into note (title) select t from v`, title),
    (db) => db.updateTable('note').set({ title }).where('id', '=', id).returningAll().execute(),
    (db) => db.updateTable('note').set({ rank }).where('id', '<', id).execute(),
    (db) => db.deleteFrom('note').where('id', '=', id).execute(),
    (db) => db.insertInto('parent').values({ id }).execute(),
    (db) => db.deleteFrom('parent').where('id', '=', id).execute(),
    (db) => db.insertInto('now_child').values({ parent: id }).execute(),
    (db) => db.insertInto('late_child').values({ parent: id }).execute(),
    (db) => db.deleteFrom('late_child').where('parent', '=', id).execute(),
    raw('insert into log (text) values (calls())'),
    raw('insert into log (text) select value from json_each(?)', JSON.stringify([title, id])),
    raw('insert into log (id, text) values (null, changes())'),
    raw('insert into log (text) values (last_insert_rowid())'),
    raw('insert into nowhere values (1)'),
    raw('insert into note (title) values (?)'),
    raw('update note set nothing = 1'),
    raw(`create table made_${below(3)} (id integer)`),
    raw(`drop table made_${below(3)}`),
    raw('pragma user_version'),
    transaction(title, id, below(2) === 0),
    (db) =>
      db.connection().execute(async (connection) => {
        await connection.insertInto('log').values({ text: title }).execute()
        return sql`select last_insert_rowid(), changes()`.execute(connection)
      }),
  ])
}

const transaction =
  (title: string, id: number, fails: boolean): Act =>
  (db) =>
    db.transaction().execute(async (transaction) => {
      await transaction.insertInto('log').values({ text: title }).execute()
      await transaction.insertInto('late_child').values({ parent: id }).execute()
      if (fails) throw new Error('The transaction is to be rolled back.')
    })

async function open(groupCommit: boolean, isApart: boolean) {
  const { db, sqlite } = openTraced({
    schema,
    groupCommit,
    apart: isApart,
  })
  let calls = 0
  sqlite.function('calls', { deterministic: false }, () => `call ${++calls}`)
  return { db, sqlite }
}

/** What the caller sees: values, or the error's code and message. */
const seen = async (result: Promise<unknown>) =>
  result.then(
    (value) => ({ value }),
    ({ code, message }) => ({ code, message }),
  )

const everything = (sqlite: Sqlite.Database) =>
  ['note', 'parent', 'now_child', 'late_child', 'log', 'tally', 'sqlite_sequence'].map((table) =>
    sqlite.prepare(`select * from ${table} order by 1`).raw().all(),
  )

/** A statement that was sent has arrived at its connection. */
const arrived = async () => {
  for (let tick = 0; tick < 60; tick++) await null
}

describe.each([true, false])('groups of random writes, with readers apart: %s', (isApart) => {
  it.each([1, 2, 3, 4, 5, 6])(
    'each caller has the result and the error that it has alone (seed %i)',
    async (seed) => {
      const random = seededRandom(seed)
      const grouped = await open(true, isApart)
      const plain = await open(false, isApart)
      compiler = plain.db
      for (const { db } of [grouped, plain]) {
        await db.insertInto('note').values({ title: 'taken' }).execute()
      }
      const items = kyselyItems(grouped.db, grouped.db.selectFrom('note').selectAll())

      for (let batch = 0; batch < 25; batch++) {
        const acts = Array.from({ length: 1 + random.below(20) }, () => anyWrite(random))
        const results: Promise<unknown>[] = []
        const acknowledged: number[] = []
        for (const [index, act] of acts.entries()) {
          const result = seen(act(grouped.db))
          results.push(result)
          void result.then(() => acknowledged.push(index))
          if (random.below(8) !== 0) await arrived()
          else await new Promise((resolve) => setImmediate(resolve))
        }
        const expected: unknown[] = []
        for (const act of acts) expected.push(await seen(act(plain.db)))

        expect(await Promise.all(results)).toEqual(expected)
        expect(acknowledged).toHaveLength(acts.length)
        expect(everything(grouped.sqlite)).toEqual(everything(plain.sqlite))
        const count = grouped.sqlite.prepare('select count(*) from note').pluck().get()
        expect(await items.count()).toBe(count)
        expect(grouped.sqlite.inTransaction).toBe(false)
      }
    },
  )
})
