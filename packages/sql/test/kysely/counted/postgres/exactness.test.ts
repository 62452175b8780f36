import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { type IsolationLevel, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { CountedDefinition } from '../../../../src/kysely/counted/definition.ts'
import { postgresCounted } from '../../../../src/kysely/counted/postgres/counted.ts'
import { layoutOf } from '../../../../src/kysely/counted/postgres/layout.ts'
import type { AnyDatabase } from '../../../../src/kysely/database.ts'
import {
  countInSmallRanges,
  differences,
  type RandomNumbers,
  randomNumbers,
} from './counted-note.ts'

/** How long the writers write. Longer by hand: COUNTED_SECONDS=300. */
const seconds = Number(process.env.COUNTED_SECONDS ?? 4)

const seed = Number(process.env.COUNTED_SEED ?? 1)

describe.skipIf(postgresMissing)('counted tables of PostgreSQL beside writers', () => {
  test.each([false, true])(
    'counts and pages are those of brute force in the same snapshot, truncated: %s',
    {
      timeout: (seconds + 60) * 1000,
    },
    async (truncates) => {
      const { db, close } = await openPostgres()
      try {
        const definition = await countedNotes(db)
        const until = performance.now() + seconds * 500
        const done = () => performance.now() > until
        const random = (number: number) => randomNumbers(seed * 100 + number)
        const found: string[] = []
        let committed = 0
        const write = async (number: number) => {
          const numbers = random(number)
          while (!done()) {
            if (truncates && number === 0 && numbers.next() < 0.03)
              await sql`truncate note`.execute(db)
            if (await change(db, numbers)) committed++
          }
        }
        await Promise.all([
          write(0),
          write(1),
          write(2),
          foldBeside(db, definition, random(8), done),
          readBeside(db, definition, random(9), done, found),
        ])

        expect(found).toEqual([])
        expect(committed).toBeGreaterThan(10)
        await postgresCounted.fold?.(db, definition)
        expect(await differences(db, definition, random(10))).toEqual([])
        expect(await postgresCounted.verify(db, definition)).toEqual([])
      } finally {
        await close()
      }
    },
  )
})

async function countedNotes(db: AnyDatabase): Promise<CountedDefinition> {
  await sql`create table note (id bigserial primary key, created timestamptz, owner int,
    title text collate "C" not null, body text)`.execute(db)
  for (const columns of ['created, id', 'owner, created, id', 'title, id']) {
    await sql`create index on note (${sql.raw(columns)})`.execute(db)
  }
  await sql`insert into note (created, owner, title)
    select now() - random() * interval '3 days', g % 5, 't' || g % 7
    from generate_series(1, 300) g`.execute(db)
  const orders = [['id'], ['created'], ['owner', 'created'], ['title']]
  return countInSmallRanges(db, { name: 'note' }, { orders, groups: ['owner', 'title'] })
}

/** Changes rows in a transaction; false when it was rolled back. */
async function change(db: AnyDatabase, random: RandomNumbers): Promise<boolean> {
  const levels: IsolationLevel[] = [
    'read committed',
    'read committed',
    'repeatable read',
    'serializable',
  ]
  const isolation = levels[random.below(levels.length)] as IsolationLevel
  try {
    await db
      .transaction()
      .setIsolationLevel(isolation)
      .execute(async (transaction) => {
        for (let count = 1 + random.below(4); count > 0; count--) {
          const isNested = random.next() < 0.2
          if (isNested) await sql`savepoint inner_work`.execute(transaction)
          await sql.raw(anyChange(random)).execute(transaction)
          const end = random.next() < 0.5 ? 'rollback to' : 'release'
          if (isNested) await sql.raw(`${end} inner_work`).execute(transaction)
        }
        if (random.next() < 0.25) throw new RolledBack()
      })
    return true
  } catch (error) {
    // Unique violations, serialization failures and deadlocks of the writers' own.
    const { code } = error as { code?: string }
    if (error instanceof RolledBack || ['23505', '40001', '40P01'].includes(code ?? ''))
      return false
    throw error
  }
}

class RolledBack extends Error {}

function anyChange({ next, below }: RandomNumbers): string {
  const moment = () => {
    if (next() < 0.15) return 'null'
    return next() < 0.05
      ? `'infinity'`
      : `date_trunc('hour', now() - interval '${below(90)} hours')`
  }
  const owner = () => (next() < 0.2 ? 'null' : `${below(5)}`)
  const title = () => `'t${below(7)}'`
  const values = () => `${moment()}, ${owner()}, ${title()}`
  const first = below(600)
  const some = `id between ${first} and ${first + below(40)}`
  const changes = [
    `insert into note (created, owner, title) values (${values()})`,
    `insert into note (created, owner, title) values (${values()})`,
    `insert into note (created, owner, title) select ${values()} from generate_series(1, ${below(60)})`,
    `delete from note where ${some}`,
    `delete from note where id in (select id from note order by random() limit ${below(30)})`,
    `delete from note where owner = ${below(5)} and id % 3 = 0`,
    `update note set owner = ${owner()} where ${some}`,
    `update note set created = ${moment()}, title = ${title()} where ${some}`,
    `update note set body = 'other' where ${some}`,
    `update note set id = id + 100000 where ${some}`,
    `insert into note (id, created, owner, title) values (${first}, ${values()})
      on conflict (id) do update set owner = ${owner()}, created = excluded.created`,
    `merge into note t using (select g as id from generate_series(${first}, ${first + 20}) g) s
      on t.id = s.id when matched and t.owner = 1 then delete
      when matched then update set title = ${title()}
      when not matched then insert (id, created, owner, title) values (s.id, ${values()})`,
  ]
  return changes[below(changes.length)] as string
}

/** Folds in steps of all sizes, sometimes in a transaction that is rolled back, or killed. */
async function foldBeside(
  db: AnyDatabase,
  definition: CountedDefinition,
  { next, below }: RandomNumbers,
  done: () => boolean,
): Promise<void> {
  const call = sql.raw(layoutOf(definition).own('fold'))
  while (!done()) {
    const isolation = next() < 0.8 ? 'read committed' : 'repeatable read'
    const size = [5, 50, 500, 50_000][below(4)]
    const end = next()
    const folding = db
      .transaction()
      .setIsolationLevel(isolation)
      .execute(async (transaction) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
          transaction,
        )
        await sql`select ${call}(${size}::int)`.execute(transaction)
        if (end < 0.1) throw new RolledBack()
        if (end < 0.2) await kill(db, rows[0]?.pid)
      })
    await folding.catch((error: Error & { code?: string }) => {
      const isExpected =
        error instanceof RolledBack || end < 0.2 || ['40001', '40P01'].includes(error.code ?? '')
      if (!isExpected) throw error
    })
    await new Promise((resolve) => setTimeout(resolve, below(40)))
  }
}

const kill = (db: AnyDatabase, pid: number | undefined) =>
  sql`select pg_terminate_backend(${pid})`.execute(db)

async function readBeside(
  db: AnyDatabase,
  definition: CountedDefinition,
  random: RandomNumbers,
  done: () => boolean,
  found: string[],
): Promise<void> {
  while (!done()) {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        for (let times = 0; times < 3; times++) {
          found.push(...(await differences(transaction, definition, random)))
        }
        const drifts =
          random.next() < 0.1 ? await postgresCounted.verify(transaction, definition) : []
        found.push(...drifts.map(({ what }) => what))
      })
      .catch((error: { code?: string }) => {
        // A TRUNCATE may wait for this reader, and this reader for a TRUNCATE.
        if (error.code !== '40P01') throw error
      })
  }
}
