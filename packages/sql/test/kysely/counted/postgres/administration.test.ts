import { execFileSync } from 'node:child_process'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { countedTable } from '../../../../src/kysely/counted/counted-table.ts'
import type { CountedDefinition } from '../../../../src/kysely/counted/definition.ts'
import { rebuildCounted, verifyCounted } from '../../../../src/kysely/counted/maintenance.ts'
import { postgresCounted } from '../../../../src/kysely/counted/postgres/counted.ts'
import { layoutOf } from '../../../../src/kysely/counted/postgres/layout.ts'
import { storedDefinitions } from '../../../../src/kysely/counted/stored.ts'
import { type AnyDatabase, kyselyItems } from '../../../../src/kysely/index.ts'

const run = async (db: AnyDatabase, ...statements: string[]) => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Databases are used again by other tests, and emptied without their publications. */
async function publish(db: AnyDatabase) {
  await run(
    db,
    'drop publication if exists everything',
    'create publication everything for all tables',
  )
  onTestFinished(() => run(db, 'drop publication everything'))
}

async function countedNotes() {
  const own = await openPostgres()
  onTestFinished(own.close)
  const { db } = own
  await run(
    db,
    'create sequence if not exists extra start 20000',
    'create table note (id int primary key, owner int)',
    'create index on note (owner, id)',
    'insert into note select g, g % 3 from generate_series(1, 1000) g',
  )
  await countedTable(db, 'note', { orders: ['id', 'owner'], by: ['owner'] })
  const [definition] = (await storedDefinitions(db)) as [CountedDefinition]
  const items = kyselyItems(db, db.selectFrom('note').selectAll())
  const ofOwner = kyselyItems(db, db.selectFrom('note').selectAll().where('owner', '=', 1))
  return {
    ...own,
    definition,
    items,
    ofOwner,
    page: async () => (await items.sliceAndCount?.(600, 3))?.items.map(({ id }) => id),
    verified: async () => (await verifyCounted(db, 'note'))[0],
  }
}

describe.skipIf(postgresMissing)(
  'counted tables of PostgreSQL in the hands of administrators',
  () => {
    test('a publication of all tables lets changes be folded', async () => {
      const { db, definition } = await countedNotes()
      await publish(db)
      await run(db, 'insert into note values (2001, 1)', 'delete from note where id <= 10')
      expect(await postgresCounted.fold?.(db, definition)).toBe(11)
      expect(await postgresCounted.verify(db, definition)).toEqual([])
    })

    test.each(['countedTable', 'rebuild'])(
      'counters of an earlier version, which a publication stops, are made again by %s',
      async (repair) => {
        const { db, definition } = await countedNotes()
        const { state } = layoutOf(definition)
        await run(
          db,
          `drop trigger turnpike_counted_ignore on ${state}`,
          `alter table ${state} drop column id`,
          'create publication everything for all tables',
          'insert into note values (2001, 1)',
        )
        await publish(db)
        await expect(postgresCounted.fold?.(db, definition)).rejects.toThrow('replica identity')

        if (repair === 'rebuild') await rebuildCounted(db, 'note')
        else await countedTable(db, 'note', { orders: ['id', 'owner'], by: ['owner'] })
        await run(db, 'insert into note values (2002, 1)')
        expect(await postgresCounted.fold?.(db, definition)).toBe(1)
        expect(await postgresCounted.verify(db, definition)).toEqual([])
      },
    )

    test.each([
      ['the schema of a dump', (from: string, into: string) => dump(['-s', from], into)],
      ['the schema of a migration', () => null],
    ])('rows that are restored into %s are counted once', async (_, prepare) => {
      const source = await countedNotes()
      await run(source.db, 'insert into note values (2001, 1)')
      const target = prepare.length > 0 ? await openPostgres() : await countedNotes()
      onTestFinished(target.close)
      prepare(source.url, target.url)
      if (prepare.length === 0)
        await run(target.db, 'delete from note where true', 'delete from turnpike_counted')
      dump(['-a', source.url], target.url)

      const { db } = target
      const all = kyselyItems(db, db.selectFrom('note').selectAll())
      const ofOwner = kyselyItems(db, db.selectFrom('note').selectAll().where('owner', '=', 1))
      const [definition] = (await storedDefinitions(db)) as [CountedDefinition]
      for (const folds of [false, true]) {
        if (folds) await postgresCounted.fold?.(db, definition)
        expect(await all.count()).toBe(1001)
        expect(await ofOwner.count()).toBe(335)
        const page = await all.sliceAndCount?.(600, 2)
        expect(page?.items.map(({ id }) => id)).toEqual([601, 602])
        expect(await postgresCounted.verify(db, definition)).toEqual([])
      }
      const { rows } = await sql<{ total: string }>`
      select total from ${sql.raw(layoutOf(definition).state)}`.execute(db)
      expect(rows).toEqual([{ total: '1001' }])
    })

    test.each([
      ['disabled', 'alter table note disable trigger all'],
      ['disabled alone', 'alter table note disable trigger turnpike_counted_delete'],
      ['dropped', 'drop trigger turnpike_counted_delete on note'],
      ['switched off for replication', 'alter table note enable trigger turnpike_counted_delete'],
    ])(
      'counters whose triggers are %s are not believed from then on, and a rebuild repairs them',
      async (_, statement) => {
        const { db, items, page, verified } = await countedNotes()
        expect(await page()).toEqual([601, 602, 603])
        await run(db, statement, 'delete from note where id <= 100')
        expect(await items.count()).toBe(900)
        expect(await page()).toEqual([701, 702, 703])
        expect((await verified())?.fault).toContain('triggers are missing')

        await rebuildCounted(db, 'note')
        await run(db, 'delete from note where id <= 200')
        expect(await verified()).toMatchObject({ fault: null, drifts: [] })
        expect(await items.count()).toBe(800)
      },
    )

    test.each([
      [
        'was renamed',
        ['alter table note rename to hidden', 'create view note as select * from hidden'],
      ],
      [
        'has moved to another schema',
        [
          'create schema old',
          'alter table note set schema old',
          'create view note as select * from old.note',
        ],
      ],
    ])('a view with the name of a counted table that %s is listed', async (_, statements) => {
      const { db, items, ofOwner, page } = await countedNotes()
      expect(await page()).toEqual([601, 602, 603])
      await run(db, ...statements)
      expect(await page()).toEqual([601, 602, 603])
      expect(await ofOwner.count()).toBe(334)
      expect((await items.sliceAndCount?.(600, 1))?.items).toEqual([{ id: 601, owner: 601 % 3 }])
    })

    const bodies = {
      row: `if tg_op = 'DELETE' then
        if pg_trigger_depth() < 3 then insert into note values (old.id + 5000, 7); end if;
        return old; end if;
      if tg_when = 'BEFORE' then new.owner := coalesce(new.owner, 0) + 1; return new; end if;
      if pg_trigger_depth() < 3 then update note set owner = owner + 10 where id = new.id; end if;
      return new;`,
      statement: `if pg_trigger_depth() < 3 then
        if tg_when = 'AFTER' then update note set owner = owner + 20 where id % 5 = 0; end if;
        insert into note values (nextval('extra'), 3);
      end if; return null;`,
    }

    test.each(
      (['before', 'after'] as const).flatMap((time) =>
        (['row', 'statement'] as const).flatMap((level) =>
          ['created before', 'created after'].flatMap((order) =>
            ['aa_touch', 'zz_touch'].map((name) => [time, level, order, name] as const),
          ),
        ),
      ),
    )(
      'counters are exact beside a trigger %s each %s, %s them, named %s',
      async (time, level, order, name) => {
        const { db, definition, ofOwner, items } = await countedNotes()
        await run(
          db,
          `create function touch() returns trigger language plpgsql as $$ begin ${bodies[level]} end $$`,
        )
        const create = `create trigger ${name} ${time} insert or update or delete on note
      for each ${level} execute function touch()`
        await run(db, create)
        if (order === 'created before') {
          await postgresCounted.drop(db, definition)
          await db.transaction().execute((all) => postgresCounted.install(all, definition))
        }
        for (const statement of [
          'insert into note values (2001, 1), (2002, null)',
          'insert into note values (2001, 4), (2003, 5) on conflict (id) do update set owner = 9',
          'update note set owner = 2 where id <= 20',
          'update note set id = id + 10000 where id <= 5',
          `merge into note using (values (7), (2010)) as v (id) on note.id = v.id
        when matched then delete when not matched then insert values (v.id, 1)`,
          'delete from note where id between 30 and 60',
        ]) {
          await run(db, statement)
          expect({ statement, drifts: await postgresCounted.verify(db, definition) }).toEqual({
            statement,
            drifts: [],
          })
        }
        await postgresCounted.fold?.(db, definition)
        expect(await postgresCounted.verify(db, definition)).toEqual([])
        const { rows } = await sql<{ n: string; of: string }>`
      select count(*) as n, count(*) filter (where owner = 1) as of from note`.execute(db)
        expect([await items.count(), await ofOwner.count()]).toEqual([
          Number(rows[0]?.n),
          Number(rows[0]?.of),
        ])
      },
    )
  },
)

/** What pg_dump writes of a database is executed in another one. */
function dump(options: readonly string[], into: string): void {
  const input = execFileSync('pg_dump', [...options], { maxBuffer: 1e8 })
  execFileSync('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', into], { input })
}
