import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { countTable } from '../../../src/kysely/counted/counted-table.ts'
import { type CountedDefinition, wantedCounts } from '../../../src/kysely/counted/definition.ts'
import { sqliteCounted } from '../../../src/kysely/counted/sqlite/counted.ts'
import { type AnyDatabase, sqliteDialect } from '../../../src/kysely/index.ts'

/** So small that 300 rows have ranges on every level. */
const sizes = { rows: 4, ranges: 3 }

const limit = 7

it('the counters of SQLite find the rows of a page at each offset of each order, forwards and backwards', async () => {
  const sqlite = new Sqlite(':memory:')
  const db: AnyDatabase = new Kysely({ dialect: sqliteDialect(sqlite) })
  sqlite.exec(`create table note (id integer primary key, owner integer, created text);
    create index by_created on note (created);
    create index by_owner on note (owner, created)`)
  const orders = ['id', '-created', ['owner', '-created']]
  await countTable(db, 'note', wantedCounts('note', { orders, by: ['owner'] }, sizes))
  sqlite.exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 300)
    insert into note (owner, created)
    select nullif(i * 7 % 5, 4), iif(i % 9 = 0, null, 'c' || i * 31 % 40) from n;
    delete from note where id between 120 and 160 or id % 11 = 0`)
  const found = await sqliteCounted.find(db, { name: 'note' })
  const { definition } = found as { definition: CountedDefinition }
  const idsOf = (query: string): number[] => sqlite.prepare<[], number>(query).pluck().all()

  for (const [order, columns] of definition.orders.entries()) {
    for (const owner of order === 2 ? [null, 0, 3] : [null]) {
      for (const reversed of [false, true]) {
        const by = columns.map(({ name }) => `${name} ${reversed ? 'desc' : 'asc'}`).join()
        const all = idsOf(
          `select id from note where ${owner === null ? 'true' : `owner = ${owner}`} order by ${by}`,
        )
        const group = owner === null ? null : { column: 'owner', value: sql`${owner}` }
        for (let offset = 0; offset <= all.length; offset += 3) {
          const place = {
            order,
            reversed,
            group,
            offset: sql<number>`${offset}`,
            limit: sql<number>`${limit}`,
          }
          const isOnPage = sqliteCounted.isOnPage(definition, place, [sql.ref('note.id')])
          const { rows } = await sql<{ id: number }>`select id from note where ${isOnPage}
            ${owner === null ? sql`` : sql`and owner = ${owner}`} order by ${sql.raw(by)}`.execute(
            db,
          )
          expect({ by, owner, offset, ids: rows.map(({ id }) => id) }).toEqual({
            by,
            owner,
            offset,
            ids: all.slice(offset, offset + limit),
          })
        }
      }
    }
  }
  await db.destroy()
})
