import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { countTable } from '../../../src/kysely/counted/counted-table.ts'
import { type CountedDefinition, wantedCounts } from '../../../src/kysely/counted/definition.ts'
import { sqliteCounted } from '../../../src/kysely/counted/sqlite/counted.ts'
import { type AnyDatabase, sqliteDialect } from '../../../src/kysely/index.ts'
import { numbers, randomStatements } from './random-writes.ts'

/** So small that few rows split and join ranges on every level. */
const sizes = { rows: 4, ranges: 3 }

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
