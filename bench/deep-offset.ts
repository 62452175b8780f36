/*
 * From which offset are anchors (SQLite) and counters (both databases) quicker than the list
 * itself? Prints the median microseconds of a slice of 50 rows, each way in turn:
 * `node --conditions=source bench/deep-offset.ts`. It decides `deepOffset` and `deepOffsetInGroup`
 * in packages/sql/src/kysely/items/readers.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countedTable, postgresDialect, sqliteDialect } from '@turnpike/sql'
import Database from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { Pool } from 'pg'
import { countedReads } from '../packages/sql/src/kysely/counted/counted-reader.ts'
import { limited } from '../packages/sql/src/kysely/queries/limited.ts'
import { madeOfQuery } from '../packages/sql/src/kysely/queries/listed-query.ts'
import { orderedQuery } from '../packages/sql/src/kysely/queries/ordered-query.ts'
import { compileOnce } from '../packages/sql/src/kysely/statements/compile-once.ts'
import { anchoredSlice } from '../packages/sql/src/kysely/windows/anchored-slice.ts'

const rows = 200_000
const limit = 50
const turns = 101
const offsets = [100, 250, 500, 1000, 2500, 5000, 10_000, 20_000, 40_000]
const keys = ['id']
const lists = [
  ['by id', 'id', false],
  ['by created', 'created', false],
  ['of an owner by created', 'created', true],
] as const

// biome-ignore lint/suspicious/noExplicitAny: the tables of the measurement have no type
type AnyDb = Kysely<any>

async function fill(db: AnyDb, isSqlite: boolean): Promise<void> {
  await sql`drop table if exists deep_offset`.execute(db)
  const id = isSqlite ? sql`integer primary key` : sql`serial primary key`
  await sql`create table deep_offset (id ${id}, owner integer not null, created integer not null, body text not null)`.execute(
    db,
  )
  const numbers = isSqlite
    ? sql`with recursive n(x) as (select 1 union all select x + 1 from n where x < ${sql.lit(rows)})
          select x % 2, x * 7919 % 100003, hex(randomblob(100)) from n`
    : sql`select x % 2, x * 7919 % 100003, repeat(md5(x::text), 6) from generate_series(1, ${sql.lit(rows)}) x`
  await sql`insert into deep_offset (owner, created, body) ${numbers}`.execute(db)
  await sql`create index on_created on deep_offset (created, id)`.execute(db)
  await sql`create index on_owner on deep_offset (owner, created, id)`.execute(db)
  await countedTable(db, 'deep_offset', {
    orders: ['id', 'created', ['owner', 'created']],
    by: ['owner'],
  })
  await sql`analyze`.execute(db)
}

/** The ways to read a slice of the list. */
function waysOf(db: AnyDb, order: string, isGroup: boolean) {
  const query = db.selectFrom('deep_offset').selectAll()
  return madeOfQuery(db, isGroup ? query.where('owner', '=', 1) : query, keys, (listed) => {
    const ordered = orderedQuery(listed, [order], keys)
    const windowed = compileOnce(2, (limit, offset) => limited(db, ordered.query, limit, offset))
    const plain = async (offset: number, limit: number) => {
      const { rows } = await db.executeQuery(windowed(limit, offset))
      return ordered.restore(rows)
    }
    const counters = countedReads(listed, {
      ordering: [order],
      keyTerms: keys,
      ordered: () => ordered,
    })
    return {
      plain,
      anchors: anchoredSlice(listed, { keys, keyTerms: keys, ordering: [order], plain }),
      counters: counters.slice,
    }
  })()
}

async function measure(name: string, db: AnyDb, isSqlite: boolean): Promise<void> {
  await fill(db, isSqlite)
  for (const [list, order, isGroup] of lists) {
    const ways = waysOf(db, order, isGroup)
    for (const offset of offsets) {
      const times: Record<string, number[]> = { plain: [], anchors: [], counters: [] }
      for (let turn = 0; turn < turns; turn++) {
        for (const [way, read] of Object.entries(ways)) {
          const begin = process.hrtime.bigint()
          const found = await read(offset, limit)
          if (found !== null && found.length !== limit)
            throw new Error(`${way}: ${found.length} rows`)
          if (found === null) continue
          times[way]?.push(Number(process.hrtime.bigint() - begin) / 1000)
        }
      }
      const medians = Object.entries(times).map(([way, all]) => {
        const median = all.sort((one, other) => one - other)[turns >> 1]
        return `${way} ${median === undefined ? 'none' : Math.round(median)}`
      })
      console.log(`${name}, ${list}, offset ${offset}: ${medians.join(', ')}`)
    }
  }
  await sql`drop table deep_offset`.execute(db)
}

const folder = mkdtempSync(join(tmpdir(), 'deep-offset-'))
const sqlite: AnyDb = new Kysely({
  dialect: sqliteDialect(new Database(join(folder, 'rows.sqlite'))),
})
await measure('SQLite', sqlite, true)
await sqlite.destroy()
rmSync(folder, { recursive: true })

const url = process.env.BENCH_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const postgres: AnyDb = new Kysely({
  dialect: postgresDialect(new Pool({ connectionString: url, max: 1 })),
})
await measure('PostgreSQL', postgres, false)
await postgres.destroy()
