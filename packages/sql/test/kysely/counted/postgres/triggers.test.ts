import { type OwnDatabase, openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CountedDefinition } from '../../../../src/kysely/counted/definition.ts'
import { postgresCounted } from '../../../../src/kysely/counted/postgres/counted.ts'
import type { AnyDatabase } from '../../../../src/kysely/database.ts'
import {
  type ApplicationTrigger,
  applicationTriggers,
  createTrigger,
} from './application-triggers.ts'
import {
  countInSmallRanges,
  differences,
  type RandomNumbers,
  randomNumbers,
} from './counted-note.ts'

/** How many seeds the random model has. More by hand: COUNTED_SEEDS=50. */
const seeds = Number(process.env.COUNTED_SEEDS ?? 3)

describe.skipIf(postgresMissing)(
  'counted tables of PostgreSQL beside triggers of the application',
  () => {
    let own: OwnDatabase
    let db: AnyDatabase

    let definition: CountedDefinition
    const names = ['a_own', 'z_own', 'a_own0', 'a_own1', 'a_own2', 'z_own0', 'z_own1', 'z_own2']

    beforeAll(async () => {
      own = await openPostgres()
      db = own.db
      await run(
        `create table note (id bigserial primary key, owner int, created text collate "C",
          parent bigint references note (id) on delete set null on update cascade, body text)`,
        'create index on note (owner, created, id)',
        'create index on note (created, id)',
        'create index on note (parent)',
      )
      definition = await countInSmallRanges(
        db,
        { name: 'note' },
        { orders: [['id'], ['created'], ['owner', 'created']], groups: ['owner', 'created'] },
      )
    })

    afterAll(() => own?.close())

    beforeEach(() =>
      run(
        ...names.map((name) => `drop trigger if exists ${name} on note`),
        'truncate note restart identity',
        "insert into note (owner, created) select g % 4, 'c' || g % 9 from generate_series(1, 40) g",
        'update note set parent = id - 7 where id % 4 = 0 and id > 7',
      ),
    )

    const run = async (...statements: string[]) => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    }

    const drifts = async (random: RandomNumbers) => [
      ...(await postgresCounted.verify(db, definition)),
      ...(await differences(db, definition, random)),
    ]

    it.each(
      Object.entries(applicationTriggers).flatMap(([what, trigger]) => [
        { what, trigger, name: 'a_own', order: 'before' },
        { what, trigger, name: 'z_own', order: 'after' },
      ]),
    )(
      'counters of PostgreSQL are exact with a trigger that $what, fired $order theirs',
      async ({ trigger, name }) => {
        await run(...createTrigger(name, trigger))
        const random = randomNumbers(3)

        for (const text of [
          "insert into note (id, owner, created) values (101, 1, 'c'), (102, null, 'q'), (103, 0, null)",
          "insert into note (owner, created) select g % 4, 'n' from generate_series(1, 12) g",
          "update note set owner = 5, created = 'u' where id between 1 and 6",
          `insert into note (id, owner, created) values (7, 3, 'x'), (8, 2, 'y')
          on conflict (id) do update set owner = excluded.owner, created = 'z'`,
          'update note set owner = null where id % 6 = 0',
          'delete from note where id between 10 and 20',
          'update note set owner = 1',
          'delete from note where id % 2 = 0',
          'truncate note',
          "insert into note (owner, created) values (1, 'a'), (0, 'b')",
          'delete from note',
        ]) {
          await attempt(db, text, false)
          const drifts = await postgresCounted.verify(db, definition)
          expect({ text, drifts }).toEqual({ text, drifts: [] })
        }
        await run(
          "insert into note (owner, created) select g % 3, 'e' from generate_series(1, 9) g",
        )
        expect(await differences(db, definition, random)).toEqual([])
      },
    )

    it.each(Array.from({ length: seeds }, (_, index) => index + 1))(
      'counters of PostgreSQL are exact after each of many random writes with random triggers, with seed %i',
      { timeout: 600_000 },
      async (seed) => {
        const random = randomNumbers(seed * 7919)
        const triggers = Object.values(applicationTriggers)
        const made = new Set<string>()
        let written = 0

        for (let round = 0; round < 60; round++) {
          if (round % 5 === 0) {
            const name = `${random.below(2) === 0 ? 'a' : 'z'}_own${random.below(3)}`
            const trigger = triggers[random.below(triggers.length)] as ApplicationTrigger
            if (made.has(name)) await run(`drop trigger ${name} on note`)
            await run(...createTrigger(name, trigger))
            made.add(name)
          }
          if (random.below(6) === 0) await postgresCounted.fold?.(db, definition)
          const text = anyWrite(random)
          if (await attempt(db, text, random.below(6) === 0)) written++
          expect({ round, text, drifts: await drifts(random) }).toEqual({
            ...{ round, text },
            drifts: [],
          })
        }
        expect(written).toBeGreaterThan(10)
      },
    )
  },
)

/** Executes a statement, whose trigger may fail, or undoes it. @returns whether it is stored. */
async function attempt(db: AnyDatabase, text: string, isUndone: boolean): Promise<boolean> {
  try {
    await db.transaction().execute(async (transaction) => {
      await sql.raw(text).execute(transaction)
      if (isUndone) throw new Undone()
    })
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    if (error instanceof Undone || expectedErrors.has(code)) return false
    throw error
  }
}

class Undone extends Error {}

/**
 * Two rows with one key; a row that its own trigger has changed before, or that `on conflict` meets
 * twice; a parent that a trigger has deleted.
 */
const expectedErrors: ReadonlySet<string | undefined> = new Set([
  '23505',
  '27000',
  '21000',
  '23503',
])

function anyWrite({ below }: RandomNumbers): string {
  const one = (...choices: string[]) => choices[below(choices.length)] as string
  const owner = () => one('null', '0', '1', '2', '3')
  const created = () => one('null', `'c${below(9)}'`)
  const some = () => `id between ${below(80)} and ${below(120)}`
  return one(
    `insert into note (owner, created) values (${owner()}, ${created()})`,
    `insert into note (owner, created)
      select ${owner()}, ${created()} from generate_series(1, ${below(12)})`,
    `insert into note (owner, created, parent)
      select ${owner()}, ${created()}, max(id) from note`,
    `update note set owner = ${owner()} where ${some()}`,
    `update note set created = ${created()}, owner = ${owner()} where ${some()}`,
    `update note set id = id + 500 where ${some()}`,
    `update note set body = 'other' where ${some()}`,
    `delete from note where ${some()} and id % 3 = ${below(3)}`,
    `delete from note where id in (select id from note order by id desc limit ${below(30)})`,
    `insert into note (id, owner, created) values (${below(120)}, ${owner()}, ${created()})
      on conflict (id) do update set owner = excluded.owner, created = 'again'`,
    `merge into note t using (select g as id from generate_series(${below(60)}, ${below(90)}) g) s
      on t.id = s.id when matched and t.owner = 1 then delete
      when matched then update set owner = ${owner()}
      when not matched then insert (id, owner, created) values (s.id, ${owner()}, ${created()})`,
    one('truncate note', 'delete from note', `update note set created = ${created()}`),
  )
}
