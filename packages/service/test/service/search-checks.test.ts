import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kyselyItems, migrate } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { type Api, createApi, routes, type Search, type View } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkService } from '../../src/service/check-service.ts'
import { readConfig } from '../../src/service/config.ts'
import { defineService } from '../../src/service/define-service.ts'

interface Tables {
  book: { id: number; title: string; body: string }
}

const migrations: Record<string, Migration> = {
  '0001_book': {
    async up(db) {
      await db.schema
        .createTable('book')
        .addColumn('id', 'integer', (id) => id.primaryKey())
        .addColumn('title', 'text', (title) => title.notNull())
        .addColumn('body', 'text', (body) => body.notNull())
        .execute()
    },
  },
}

const openSqliteUrl = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return `sqlite:${join(folder, 'books.db')}`
}

const openPostgresUrl = async () => {
  const { url, close } = await openPostgres()
  onTestFinished(close)
  return url
}

type Views = (db: Kysely<Tables>, api: Api) => Record<string, View>

/** The findings about searches, after the SQL was executed. */
async function check(url: string, views: Views, prepare: readonly string[] = []) {
  const { db, close } = openDatabase(url)
  await migrate(db, migrations)
  for (const statement of prepare) await sql.raw(statement).execute(db)
  await close()
  const service = defineService<Tables>({
    name: 'books',
    migrations,
    app({ db, settings }) {
      const api = createApi(settings)
      return routes(api, views(db as never, api as never))
    },
  })
  const config = readConfig({ DATABASE_URL: url, SECRET_KEYS: secrets.join() })
  const findings = await checkService(service, config)
  return findings.filter(({ id }) => !id.startsWith('files.'))
}

const bookViews =
  (fields: Search['fields'], textSearch = 'simple'): Views =>
  (db, api) => ({
    '/books/': api.listView({
      items: kyselyItems(db, db.selectFrom('book').selectAll(), { textSearch }),
      search: { fields } as never,
    }),
  })

describe('turnpike check and searches', () => {
  it('turnpike check finds nothing in a search of columns', async () => {
    const url = await openSqliteUrl()
    expect(await check(url, bookViews(['title', '^body', '=id']))).toEqual([])
  })

  it('turnpike check finds a search of no column', async () => {
    expect(await check(await openSqliteUrl(), bookViews(['title', '^titel']))).toEqual([
      {
        id: 'lists.search',
        severity: 'error',
        message: expect.stringMatching(
          /^List at \/books\/: search: \{ fields: \['\^titel'\] \}: .*titel/,
        ),
        remedy: 'Search a field of the items, in a way that their database has.',
      },
    ])
  })
})

describe.skipIf(postgresMissing !== null)('turnpike check and full text search', () => {
  it('turnpike check names the index that full text search needs, which it then finds', async () => {
    const url = await openPostgresUrl()
    const views = bookViews(['@title', 'body'], 'english')
    const [finding, ...others] = await check(url, views)
    expect(others).toEqual([])
    expect(finding).toMatchObject({
      id: 'lists.fulltext',
      severity: 'warning',
      message:
        '/books/ reads its whole table for each word that is searched in title: ' +
        "search: { fields: ['@title'] } has no index.",
    })
    const statement = /^Create it: (create index .*)$/.exec(finding?.remedy ?? '')?.[1] ?? ''
    expect(statement).toContain("to_tsvector('english', ")

    expect(await check(url, views, [statement])).toEqual([])
    // An index of another configuration cannot be used.
    expect(await check(url, bookViews(['@title']))).toMatchObject([{ id: 'lists.fulltext' }])
  })

  it('turnpike check finds the index of a tsvector column', async () => {
    const url = await openPostgresUrl()
    const column = `alter table book add column document tsvector generated always as
      (to_tsvector('english', title || ' ' || body)) stored`
    const views = bookViews(['@document'], 'english')
    const [finding] = await check(url, views, [column])
    expect(finding?.remedy).toMatch(/^Create it: create index .*document/)
    expect(await check(url, views, [(finding?.remedy ?? '').replace('Create it: ', '')])).toEqual(
      [],
    )
  })

  it('turnpike check finds the index of a column whose name is quoted', async () => {
    const url = await openPostgresUrl()
    const column = `alter table book add column "All ""Text""" text`
    const views = bookViews(['@All "Text"'])
    const [finding] = await check(url, views, [column])
    const statement = (finding?.remedy ?? '').replace('Create it: ', '')
    expect(await check(url, views, [statement])).toEqual([])
  })

  it('turnpike check finds no index for computed text', async () => {
    const views: Views = (db, api) => ({
      '/books/': api.listView({
        items: kyselyItems(
          db,
          db.selectFrom('book').select(['id', sql<string>`title || body`.as('all')]),
        ),
        search: { fields: ['@all'] },
      }),
    })
    expect(await check(await openPostgresUrl(), views)).toMatchObject([
      {
        id: 'lists.fulltext',
        remedy: 'Search a column of a table: all is computed, so it can have no index.',
      },
    ])
  })
})
