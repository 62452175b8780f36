import { type AnyDatabase, kyselyItems } from '@turnpike/sql'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OwnDatabase, openPostgres, postgresMissing } from '../support/postgres.ts'
import { expectedFailures } from './expected-failures.ts'
import { loadVectors, vectorsFolder } from './replay/load.ts'
import { replay } from './replay/replay.ts'
import { passed } from './replay/report.ts'
import type { World } from './replay/scenario.ts'
import { buildServiceOver } from './service/build.ts'
import { asItem, type Item, type RowSet, type Sets } from './service/rows.ts'

const { world, scenarios } = await loadVectors(vectorsFolder)
const withLists = scenarios
  .filter(({ views }) => views.some(({ kind }) => kind === 'list'))
  .filter(({ name }) => !(name in expectedFailures))

describe.skipIf(postgresMissing !== null)(
  'conformance with the reference, lists from PostgreSQL',
  () => {
    let postgres: OwnDatabase
    beforeAll(async () => {
      postgres = await openPostgres()
    })
    afterAll(() => postgres.close())

    it.each(withLists)(
      'matches the reference on PostgreSQL: $name',
      { timeout: 600_000 },
      async (scenario) => {
        const results = await replay(
          scenario,
          world,
          buildServiceOver((world) => tables(postgres.db, world)),
        )
        expect(results.filter((result) => !passed(result))).toEqual([])
      },
    )
  },
)

/** A table for each set. Texts sort by their characters' numbers, as they do in the reference. */
async function tables(db: AnyDatabase, { sets }: World): Promise<Sets> {
  const entries = Object.entries(sets).map(async ([name, rows]): Promise<[string, RowSet]> => {
    const table = `set_${name}`
    await db.schema.dropTable(table).ifExists().execute()
    await sql`create table ${sql.table(table)} (
      id integer primary key, title text collate "C", body text, priority integer,
      rating double precision, created text collate "C")`.execute(db)
    const add = (items: readonly object[]) => db.insertInto(table).values(items).execute()
    const items = rows.map(asItem)
    for (let start = 0; start < items.length; start += 1000)
      await add(items.slice(start, start + 1000))

    const typed: Kysely<Record<string, Item>> = db
    const set: RowSet = {
      items: kyselyItems(db, typed.selectFrom(table).selectAll()),
      add: (item) => add([item]),
      remove: (ids) => db.deleteFrom(table).where('id', 'in', ids).execute(),
    }
    return [name, set]
  })
  return Object.fromEntries(await Promise.all(entries))
}
