import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type AnyDatabase, kyselyItems, sqliteDialect } from '../../../src/kysely/index.ts'

/** better-sqlite3 generates a function each time that SQLite has planned a statement. */
const countPlans = () => vi.spyOn(globalThis, 'Function')

it.each([false, true])(
  'a list is planned once on SQLite, with statistics: %s',
  async (analyzed) => {
    const sqlite = new Sqlite(':memory:')
    sqlite.exec(`create table note (id integer primary key, rating integer);
    create index note_rating on note (rating, id);
    with recursive number(n) as (select 1 union all select n + 1 from number where n < 900)
    insert into note select n, n % 7 from number`)
    if (analyzed) sqlite.exec('analyze')
    const db: AnyDatabase = new Kysely({ dialect: sqliteDialect(sqlite) })
    onTestFinished(() => db.destroy())
    const items = kyselyItems(db, db.selectFrom('note').select(['id', 'rating']))
    const read = async (rating: number) => {
      const window = { ordering: ['rating', 'id'], includesFrom: false, backward: false, limit: 20 }
      await items.keyset?.read({ ...window, from: [`${rating}`, `${rating * 50}`] })
      await items.slice(10 * rating, 10 + rating)
      await items.countUpTo?.(rating + 10)
    }
    await read(1)

    const plans = countPlans()
    onTestFinished(() => plans.mockRestore())
    for (const rating of [2, 3, 4, 5]) await read(rating)
    expect(plans).not.toHaveBeenCalled()
  },
)
