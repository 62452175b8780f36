import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { countTable } from '../../../src/kysely/counted/counted-table.ts'
import { type CountedDefinition, wantedCounts } from '../../../src/kysely/counted/definition.ts'
import { rebuildCounted, verifyCounted } from '../../../src/kysely/counted/maintenance.ts'
import { sqliteCounted } from '../../../src/kysely/counted/sqlite/counted.ts'
import { storedDefinitions } from '../../../src/kysely/counted/stored.ts'
import { type AnyDatabase, kyselyItems, sqliteDialect } from '../../../src/kysely/index.ts'
import { numbers, randomStatements } from './random-writes.ts'

/** How many seeds the random model has. More by hand: COUNTED_SEEDS=50. */
const seeds = Number(process.env.COUNTED_SEEDS ?? 2)

/** What triggers of an application do to the table on which they are. */
const applicationTriggers = [
  'after insert on note begin update note set owner = 7 where id = new.id; end',
  "after insert on note begin update note set body = 'seen' where id = new.id; end",
  `after insert on note when new.slug is not null begin
    insert into note (id, owner, created) values (new.id + 20, new.owner, new.created); end`,
  'after insert on note when new.owner = 0 begin delete from note where id = new.id; end',
  `after insert on note when new.owner = 2 begin
    insert or replace into note (id, created) values (new.id, 'again'); end`,
  "after update on note begin update note set created = 'late' where id = new.id; end",
  'after update on note when new.owner = 1 begin update note set id = id + 200 where id = new.id; end',
  'after update on note when new.owner is null begin delete from note where id = new.id; end',
  `after update on note when new.created <> 'late' begin
    insert into note (id, owner, created) select max(id) + 1, 5, 'late' from note; end`,
  `after delete on note when old.owner = 1 begin
    insert into note (id, owner, created) values (old.id, 6, old.created); end`,
  "before insert on note begin update note set created = 'first' where id = new.id; end",
  'before insert on note begin update note set owner = owner + 1 where owner = new.owner; end',
  "before update on note begin update note set created = 'b', owner = 9 where id = old.id; end",
  'before update on note when old.owner = 1 begin delete from note where id = old.id; end',
  "before delete on note begin update note set owner = 8, created = 'd' where id = old.id; end",
  `before delete on note when old.owner = 2 begin
    insert into note (owner, created) values (4, old.created); end`,
] as const

function countedNotes() {
  const sqlite = new Sqlite(':memory:')
  const db: AnyDatabase = new Kysely({ dialect: sqliteDialect(sqlite) })
  onTestFinished(() => db.destroy())
  sqlite.exec(`create table note (id integer primary key, slug text unique,
    title text collate nocase, owner integer, created text,
    parent integer references note (id) on delete set null on update cascade, body text,
    unique (owner, title));
  create index by_created on note (created);
  create index by_parent on note (parent, id);
  create index by_owner on note (owner, created);
  create index by_title on note (title);
  pragma foreign_keys = on`)
  const orders = ['id', '-created', ['owner', '-created'], 'title', 'parent']
  const wanted = wantedCounts('note', { orders, by: ['owner', 'created'] }, { rows: 4, ranges: 3 })
  return {
    sqlite,
    db,
    count: () => countTable(db, 'note', wanted),
    drifts: async () => {
      const [definition] = await storedDefinitions(db)
      return sqliteCounted.verify(db, definition as CountedDefinition)
    },
  }
}

describe('the counters of a table with triggers of the application, on SQLite', () => {
  it.each(applicationTriggers.flatMap((body) => ['before', 'after'].map((order) => [body, order])))(
    'counters are exact beside a trigger %s; made %s the counters',
    async (body, order) => {
      const { sqlite, count, drifts } = countedNotes()
      if (order === 'before') sqlite.exec(`create trigger own ${body}`)
      await count()
      if (order === 'after') sqlite.exec(`create trigger own ${body}`)

      for (const text of [
        "insert into note (id, slug, owner, created) values (1, 'a', 1, 'c'), (2, null, 2, 'q')",
        "insert into note (id, slug, owner, created) values (3, 'c', 0, 'x'), (4, 'd', null, null)",
        "insert or replace into note (id, slug, owner, created) values (1, 'd', 3, 'n')",
        "insert or replace into note (id, slug, owner, created) values (1, 'e', 3, 'n')",
        "update note set owner = 5, created = 'u' where id in (1, 2)",
        'insert into note (id, owner) values (4, 9) on conflict (id) do update set owner = 3',
        "update or replace note set slug = 'e', created = 'r' where id = 4",
        'update note set owner = 1',
        'update note set id = -id',
        'delete from note where id in (-1, -2)',
        'delete from note',
      ]) {
        sqlite.exec(text)
        expect({ text, drifts: await drifts() }).toEqual({ text, drifts: [] })
      }
    },
  )

  it.each(Array.from({ length: seeds }, (_, index) => index + 1))(
    'counters are exact after each of many random statements beside random triggers, with seed %i',
    async (seed) => {
      const { sqlite, count, drifts, db } = countedNotes()
      const below = numbers(seed * 7919)
      const statement = randomStatements(below)
      const create = (name: string) =>
        sqlite.exec(
          `create trigger ${name} ${applicationTriggers[below(applicationTriggers.length)]}`,
        )
      create('zz_before')
      if (seed % 2 === 0) create('aa_before')
      await count()

      for (let round = 0; round < 60; round++) {
        if (round === 15) create('own_after')
        if (round === 30) await rebuildCounted(db, 'note')
        if (round === 45) sqlite.exec('drop trigger zz_before')
        const { text, isUndone } = statement()
        // Because of these, counters are not in use beside a trigger that was made after them.
        if (text.includes('or fail') && round >= 15 && round < 30) continue
        sqlite.exec('savepoint round')
        try {
          sqlite.exec(text)
        } catch (error) {
          expect(String(error)).toContain('constraint failed')
        }
        if (sqlite.inTransaction) {
          sqlite.exec(`${isUndone ? 'rollback to round; ' : ''}release round`)
        }
        expect({ text, round, drifts: await drifts() }).toEqual({ text, round, drifts: [] })
      }
    },
  )

  it('counters are not in use beside a later trigger that could keep theirs from firing, and say which', async () => {
    const { sqlite, db, count } = countedNotes()
    sqlite.exec('create trigger early after insert on note begin select 1; end')
    await count()
    const items = kyselyItems(db, db.selectFrom('note').selectAll())
    expect(await items.count()).toBe(0)
    sqlite.exec('create trigger first before insert on note begin select 1; end')
    expect(await faults(db)).toEqual([null])

    sqlite.exec(`create trigger "late one" after insert on note when new.owner = 1
      begin select raise(ignore); end`)
    sqlite.exec('insert into note (id, owner) values (1, 1)')
    expect(await faults(db)).toEqual([
      'the trigger late one was made after the counters, and fires before theirs. Count the table again.',
    ])
    expect(await items.count()).toBe(1)

    await count()
    expect(await faults(db)).toEqual([null])
    sqlite.exec('insert into note (id, owner) values (2, 1)')
    expect(await verifyCounted(db, 'note')).toMatchObject([{ drifts: [] }])
    expect(await items.count()).toBe(2)
  })
})

const faults = async (db: AnyDatabase) =>
  (await verifyCounted(db, 'note')).map(({ fault }) => fault)
