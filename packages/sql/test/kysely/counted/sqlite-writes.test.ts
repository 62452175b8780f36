import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { countTable } from '../../../src/kysely/counted/counted-table.ts'
import type { CountedDefinition } from '../../../src/kysely/counted/definition.ts'
import { wantedCounts } from '../../../src/kysely/counted/definition.ts'
import { sqliteCounted } from '../../../src/kysely/counted/sqlite/counted.ts'
import { type AnyDatabase, sqliteDialect } from '../../../src/kysely/index.ts'

/** So small that few rows split and join ranges on every level. */
const sizes = { rows: 4, ranges: 3 }

/** Numbers that look random and are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * below)
  }
}

describe('the counters of a table on SQLite', () => {
  it.each([
    [1, 'off'],
    [2, 'on'],
  ])(
    'counters are exact after each of many random statements, with seed %i and recursive_triggers = %s',
    async (seed, recursive) => {
      const sqlite = new Sqlite(':memory:')
      const db: AnyDatabase = new Kysely({ dialect: sqliteDialect(sqlite) })
      sqlite.exec(`create table note (id integer primary key, slug text unique,
        title text collate nocase, owner integer, created text,
        parent integer references note (id) on delete set null, unique (owner, title));
      create index by_created on note (created);
      create index by_owner on note (owner, created);
      create index by_title on note (title);
      pragma foreign_keys = on; pragma recursive_triggers = ${recursive}`)
      const orders = ['id', '-created', ['owner', '-created'], 'title']
      await countTable(db, 'note', wantedCounts('note', { orders, by: ['owner'] }, sizes))
      const found = await sqliteCounted.find(db, { name: 'note' })
      const { definition } = found as { definition: CountedDefinition }
      const statement = randomStatements(numbers(seed))

      for (let round = 0; round < 60; round++) {
        const { text, isUndone } = statement()
        sqlite.exec('savepoint round')
        try {
          sqlite.exec(text)
        } catch (error) {
          expect(String(error)).toContain('constraint failed')
        }
        if (sqlite.inTransaction)
          sqlite.exec(`${isUndone ? 'rollback to round; ' : ''}release round`)
        expect({ text, drifts: await sqliteCounted.verify(db, definition) }).toEqual({
          text,
          drifts: [],
        })
      }
      await db.destroy()
    },
  )

  it('counters are exact after writes that were rolled back, and after changes of row numbers', async () => {
    const sqlite = new Sqlite(':memory:')
    const db: AnyDatabase = new Kysely({ dialect: sqliteDialect(sqlite) })
    sqlite.exec('create table note (id integer primary key, owner integer)')
    await countTable(db, 'note', wantedCounts('note', { orders: ['id'], by: ['owner'] }, sizes))
    sqlite.exec('begin; insert into note (owner) values (1), (2), (3); rollback')
    sqlite.exec('insert into note (id) values (10), (11); update note set rowid = id + 100')
    const { rows } = await sql<{ n: number }>`select n from turnpike_counted_note_total`.execute(db)
    expect(rows).toEqual([{ n: 2 }])
    const found = await sqliteCounted.find(db, { name: 'note' })
    expect(await sqliteCounted.verify(db, found?.definition as CountedDefinition)).toEqual([])
    await db.destroy()
  })

  it('counters are not found once the table was created again', async () => {
    const sqlite = new Sqlite(':memory:')
    const db: AnyDatabase = new Kysely({ dialect: sqliteDialect(sqlite) })
    sqlite.exec('create table note (id integer primary key)')
    await countTable(db, 'note', wantedCounts('note', { orders: ['id'] }, sizes))
    expect(await sqliteCounted.find(db, { name: 'NOTE' })).not.toBeNull()

    sqlite.exec('drop table note; create table note (id integer primary key)')
    expect(await sqliteCounted.find(db, { name: 'note' })).toBeNull()
    await db.destroy()
  })
})

/** Statements that conflict, replace, move rows between ranges and groups, and delete. */
function randomStatements(below: (limit: number) => number) {
  const one = (...choices: string[]) => choices[below(choices.length)] as string
  const row = () =>
    `(${[
      one('null', `${below(80)}`, `${below(80)}`, '-1'),
      one('null', `'s${below(60)}'`),
      one('null', `'t${below(40)}'`, `'T${below(40)}'`),
      one('null', '0', '1', '2'),
      one('null', `'c${below(9)}'`),
      one('null', 'null', '1'),
    ].join()})`
  const rows = () => Array.from({ length: 1 + below(12) }, row).join()
  const columns = '(id, slug, title, owner, created, parent)'
  const or = () => one('', 'or replace', 'or replace', 'or ignore', 'or fail')
  const change = () =>
    one(
      `id = ${below(80)}`,
      'rowid = id + 1',
      `owner = ${one('null', '1', '2')}`,
      `created = ${one('null', `'c${below(9)}'`)}`,
      `slug = 's${below(60)}'`,
      `title = 't${below(40)}', owner = ${below(4)}`,
    )
  const makers: (() => string)[] = [
    () => `insert ${or()} into note ${columns} values ${rows()}`,
    () => `insert ${or()} into note ${columns} values ${rows()}`,
    () => `update ${or()} note set ${change()} where id ${one('=', '<', '>')} ${below(80)}`,
    () => `delete from note where id ${one('=', '<', '>')} ${below(80)}`,
    () => `insert into note ${columns} values ${rows()}
      on conflict (id) do update set owner = excluded.owner, created = excluded.created
      on conflict do nothing`,
    () => `insert into note (owner, created) select value % 4, 'c' || value % 5 from generated`,
    () => one('delete from note', 'update note set created = null'),
  ]
  const weights = [0, 0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 6]
  const generated = `with recursive generated (value) as (
    select 1 union all select value + 1 from generated where value < 40) `
  return () => {
    const text = (makers[weights[below(weights.length)] as number] as () => string)()
    const isUndone = below(6) === 0
    return { text: text.includes('from generated') ? generated + text : text, isUndone }
  }
}
