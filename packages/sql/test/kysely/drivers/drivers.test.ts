import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { testClient } from '@turnpike/testing'
import Sqlite from 'better-sqlite3'
import { type Generated, Kysely, MysqlDialect, SqliteDialect } from 'kysely'
import { charField, createApi, routes } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { nodeSqlite } from '../../../../../test/runtimes/programs/node-sqlite.ts'
import { kyselyAccounts, kyselyStore, migrate } from '../../../src/kysely/index.ts'

interface Tables {
  book: { id: Generated<number>; isbn: string; title: string | null }
}

describe('node:sqlite', () => {
  it('node:sqlite reports violations of constraints as other drivers do', async () => {
    const database = new DatabaseSync(':memory:')
    database.exec(`create table book (
      id integer primary key,
      isbn text not null unique check (isbn <> 'x'),
      title text not null
    )`)
    const db = new Kysely<Tables>({
      dialect: new SqliteDialect({ database: nodeSqlite(database) }),
    })
    onTestFinished(() => db.destroy())
    const api = createApi()
    const schema = z.object({ isbn: charField(), title: charField().nullable() })
    const client = testClient(
      routes(api, { '/books/': api.listView({ store: kyselyStore(db, 'book'), schema }) }),
    )
    const add = async (json: object) => {
      const response = await client.post('/books/', { json })
      return [response.status, await response.json()]
    }

    expect(await add({ isbn: '1', title: 'Emma' })).toEqual([
      201,
      { id: 1, isbn: '1', title: 'Emma' },
    ])
    expect(await add({ isbn: '1', title: 'Emma' })).toEqual([
      400,
      { isbn: ['This field must be unique.'] },
    ])
    expect(await add({ isbn: '2', title: null })).toEqual([
      400,
      { title: ['This field may not be null.'] },
    ])
    expect((await add({ isbn: 'x', title: 'Emma' }))[0]).toBe(409)
  })
})

describe('a database of another copy of Kysely', () => {
  it('a database is SQLite when its adapter is, whatever its class', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kysely-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    cpSync(resolve('node_modules/kysely'), folder, { recursive: true })
    const copy = await import(pathToFileURL(join(folder, 'dist/index.js')).href)
    const dialect = new copy.SqliteDialect({ database: new Sqlite(':memory:') })
    const db: Kysely<unknown> = new copy.Kysely({ dialect })
    onTestFinished(() => db.destroy())
    expect(dialect).not.toBeInstanceOf(SqliteDialect)

    await migrate(db)

    const { users } = kyselyAccounts(db, { secrets })
    expect(await users.create({ username: 'ann', password: null })).toMatchObject({
      username: 'ann',
    })
  })
})

describe('a database that speaks neither SQL', () => {
  it('a database of another SQL dialect is refused, with the supported ones', async () => {
    const dialect = new MysqlDialect({ pool: { getConnection() {}, end() {} } })
    const db = new Kysely<unknown>({ dialect })

    await expect(migrate(db)).rejects.toThrow(
      'Turnpike supports SQLite and PostgreSQL, but MysqlAdapter belongs to another database',
    )
  })
})
