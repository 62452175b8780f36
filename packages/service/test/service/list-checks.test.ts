import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kyselyItems, kyselyStore, migrate, uuidKey } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  arrayItems,
  createApi,
  cursorPagination,
  type ItemSet,
  limitOffsetPagination,
  type Pagination,
  pageNumberPagination,
  routes,
  type View,
} from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { checkService } from '../../src/service/check-service.ts'
import { readConfig } from '../../src/service/config.ts'
import { defineService } from '../../src/service/define-service.ts'

interface Tables {
  note: { id: number; title: string; code: string | null }
  tag: { id: number; name: string }
  note_tag: { note_id: number; tag_id: number }
}

const migrations: Record<string, Migration> = {
  '0001_note': {
    async up(db) {
      await db.schema
        .createTable('note')
        .addColumn('id', 'integer', (id) => id.primaryKey())
        .addColumn('title', 'text', (title) => title.notNull())
        .addColumn('code', 'text', (code) => code.unique())
        .execute()
      await db.schema
        .createTable('note_tag')
        .addColumn('note_id', 'integer', (id) => id.notNull())
        .addColumn('tag_id', 'integer', (id) => id.notNull())
        .addPrimaryKeyConstraint('note_tag_key', ['note_id', 'tag_id'])
        .execute()
    },
  },
}

const fill = async (db: Kysely<Tables>) => {
  const ids = [1, 2, 3, 4, 5]
  await db
    .insertInto('note')
    .values(ids.map((id) => ({ id, title: `note ${id}`, code: id > 2 ? `${id}` : null })))
    .execute()
  await db
    .insertInto('note_tag')
    .values(ids.flatMap((note_id) => [1, 2].map((tag_id) => ({ note_id, tag_id }))))
    .execute()
}

const openSqliteUrl = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return `sqlite:${join(folder, 'notes.db')}`
}

const openPostgresUrl = async () => {
  const { url, close } = await openPostgres()
  onTestFinished(close)
  return url
}

const databases = [
  { name: 'SQLite', openUrl: openSqliteUrl, isMissing: false },
  { name: 'PostgreSQL', openUrl: openPostgresUrl, isMissing: postgresMissing !== null },
]

type Views = (db: Kysely<Tables>, api: ReturnType<typeof createApi>) => Record<string, View>

/** What is found in lists; orders without an index are another matter. */
async function check(url: string, views: Views) {
  const database = openDatabase(url)
  await migrate(database.db, migrations)
  await fill(database.db as Kysely<Tables>)
  await database.close()

  const service = defineService<Tables>({
    name: 'notes',
    migrations,
    app({ db, settings }) {
      const api = createApi({ PAGE_SIZE: 2, ...settings })
      return routes(api, views(db as never, api as never))
    },
  })
  const findings = await checkService(
    service,
    readConfig({ DATABASE_URL: url, SECRET_KEYS: secrets.join() }),
  )
  return findings.filter(({ id }) => id !== 'lists.order' && !id.startsWith('files.'))
}

describe.each(databases)('turnpike check on $name', ({ openUrl, isMissing }) => {
  const test = it.skipIf(isMissing)

  test('finds nothing in lists that can be read in every order that they offer', async () => {
    const styles = [cursorPagination({ ordering: '-title' }), limitOffsetPagination(), null]
    const findings = await check(await openUrl(), (db, api) =>
      Object.fromEntries(
        [...styles, pageNumberPagination()].map((pagination, index) => [
          `/notes/${index}/:of/`,
          api.listView({
            store: kyselyStore(db, 'note'),
            pagination,
            orderingFilter: { fields: ['id', 'title', 'code'] },
          }),
        ]),
      ),
    )

    expect(findings).toEqual([])
  })

  test('names view, path and option of an order by no column, and goes on', async () => {
    const findings = await check(await openUrl(), (db, api) => {
      const store = kyselyStore(db, 'note')
      return {
        '/first/': api.listView({
          store,
          pagination: cursorPagination({ ordering: '-creatd' }) as Pagination,
        }),
        '/second/': api.listView({
          name: 'Notes',
          store,
          pagination: pageNumberPagination(),
          orderingFilter: { fields: ['titel', 'title'], default: ['-id', 'ttle'] } as never,
        }),
      }
    })

    expect(findings).toEqual([
      {
        id: 'lists.ordering',
        severity: 'error',
        message: expect.stringMatching(
          /^List at \/first\/: cursorPagination\(\{ ordering: '-creatd' \}\): .*creatd.*\.$/,
        ),
        remedy: 'Use a column of the query.',
      },
      expect.objectContaining({
        id: 'lists.ordering',
        message: expect.stringMatching(
          /^Notes at \/second\/: orderingFilter: \{ default: \['-id', 'ttle'\] \}: .*ttle/,
        ),
      }),
      expect.objectContaining({
        id: 'lists.ordering',
        message: expect.stringMatching(
          /^Notes at \/second\/: orderingFilter: \{ fields: \['titel'\] \}: .*titel/,
        ),
      }),
    ])
  })

  test("asks for no order that the filter's default replaces", async () => {
    const findings = await check(await openUrl(), (db, api) => ({
      '/': api.listView({
        store: kyselyStore(db, 'note'),
        // By `-created`, which the table does not have.
        pagination: cursorPagination() as Pagination,
        orderingFilter: { fields: ['id'], default: ['title'] },
      }),
    }))

    expect(findings).toEqual([])
  })

  test('finds stored values that do not fit the answers of a list', async () => {
    const answers = z.object({ id: z.int(), code: z.string().regex(/^[345]$/) })
    const views: Views = (db, api) => ({
      '/fit/': api.listView({
        store: kyselyStore(db, 'note'),
        answers: answers.partial().extend({ code: z.string().nullable() }),
        pagination: pageNumberPagination(),
      }),
      '/notes/': api.listView({
        items: kyselyItems(db, db.selectFrom('note').select(['id', 'title as code'])),
        answers,
        pagination: pageNumberPagination(),
        orderingFilter: { fields: ['id', 'code'] },
      }),
    })

    expect(await check(await openUrl(), views)).toEqual([
      {
        id: 'lists.answers',
        severity: 'error',
        message: 'List at /notes/: The view List cannot send code: Enter a valid value.',
        remedy: 'Correct answers of the view, or the stored values: GET fails for such items.',
      },
    ])
  })

  test('reports once a list that cannot be read in any order', async () => {
    const findings = await check(await openUrl(), (db, api) => ({
      '/tags/': api.listView({
        store: kyselyStore(db, 'tag'),
        pagination: pageNumberPagination(),
        orderingFilter: { fields: ['id', 'name'] },
      }),
    }))

    expect(findings).toMatchObject([{ id: 'lists.unreadable', severity: 'error' }])
    expect(findings[0]?.message).toMatch(/^List at \/tags\/: .*tag.*\.$/)
  })

  test('finds a key that a join repeats, whatever the style', async () => {
    const findings = await check(await openUrl(), (db, api) => {
      const query = db
        .selectFrom('note')
        .innerJoin('note_tag', 'note_tag.note_id', 'note.id')
        .select(['note.id', 'note.title', 'note_tag.tag_id'])
      const items = kyselyItems(db, query, { key: 'note.id' })
      return {
        '/cursor/': api.listView({
          items,
          pagination: cursorPagination({ ordering: 'title' }),
        }),
        '/numbers/': api.listView({ items, pagination: pageNumberPagination() }),
        '/all/': api.listView({ items, pagination: null }),
      }
    })

    expect(findings.map(({ id, message }) => [id, message])).toEqual([
      [
        'lists.key',
        'List at /cursor/: several items have the same key note.id, so pages lose or repeat items.',
      ],
      [
        'lists.key',
        'List at /numbers/: several items have the same key note.id, so pages lose or repeat items.',
      ],
    ])
  })

  test('finds a key that is null', async () => {
    const findings = await check(await openUrl(), (db, api) => ({
      '/': api.listView({
        items: kyselyItems(db, db.selectFrom('note').selectAll(), { key: 'code' }),
        pagination: cursorPagination({ ordering: 'title' }),
      }),
    }))

    expect(findings).toMatchObject([{ id: 'lists.key', severity: 'error' }])
    expect(findings[0]?.message).toContain('the key code is null')
  })
})

describe('turnpike check on lists of other kinds', () => {
  it('warns of an order over an array that names no field', async () => {
    const findings = await check(await openSqliteUrl(), (_db, api) => ({
      '/books/': api.listView({
        items: arrayItems([{ id: 1, title: 'Emma' }] as object[]),
        pagination: cursorPagination({ ordering: 'titel' }),
      }),
    }))

    expect(findings).toEqual([
      {
        id: 'lists.ordering',
        severity: 'warning',
        message:
          "List at /books/: cursorPagination({ ordering: 'titel' }): none of the items read has the field titel, so the list is not ordered by it.",
        remedy: 'Use a field of the items.',
      },
    ])
  })

  it('finds a key that is null far from the beginning', async () => {
    const array = Array.from({ length: 500 }, (_, id) => ({ id: id === 400 ? null : id, rank: id }))
    const findings = await check(await openSqliteUrl(), (_db, api) => ({
      '/': api.listView({
        items: arrayItems(array),
        pagination: cursorPagination({ ordering: 'rank' }),
      }),
    }))

    expect(findings).toMatchObject([{ id: 'lists.key', severity: 'error' }])
    expect(findings[0]?.message).toContain('the key id is null')
  })

  it('finds cursors over items that cannot be read by position', async () => {
    const items: ItemSet<object> = {
      count: async () => 0,
      slice: async () => [],
      orderBy: () => items,
    }
    const findings = await check(await openSqliteUrl(), (_db, api) => ({
      '/': api.listView({ items, pagination: cursorPagination() }),
    }))

    expect(findings).toMatchObject([{ id: 'lists.unreadable' }])
    expect(findings[0]?.message).toContain('give them a keyset')
  })

  it('turnpike check finds a second page that does not continue where the first one ends', async () => {
    const array = Array.from({ length: 10 }, (_, id) => ({ id, rank: 0 }))
    const shuffled = arrayItems(array)
    const items: ItemSet<object> = {
      ...shuffled,
      keyset: {
        complete: (ordering) => [...ordering, 'id'],
        read: async ({ ordering, limit }) => ({
          items: array.slice(0, limit),
          positionOf: (index) => ordering.map(() => `${index}`),
        }),
      },
    }
    const findings = await check(await openSqliteUrl(), (_db, api) => ({
      '/': api.listView({ items, pagination: cursorPagination({ ordering: 'rank' }) }),
    }))

    expect(findings).toMatchObject([{ id: 'lists.key', severity: 'error' }])
    expect(findings[0]?.message).toContain(
      "{ ordering: 'rank' }): the second page does not continue",
    )
  })

  it('looks at no list whose items depend on the request', async () => {
    const findings = await check(await openSqliteUrl(), (_db, api) => ({
      '/': api.listView({
        items: () => Promise.reject(new Error('Nobody asks.')),
        pagination: cursorPagination(),
      }),
    }))

    expect(findings).toEqual([])
  })
})

describe('turnpike check on detail views', () => {
  it('finds stores that cannot be read, and paths without their parameters', async () => {
    const findings = await check(await openSqliteUrl(), (db, api) => {
      const pairs = kyselyStore(db, 'note_tag', { key: ['note_id', 'tag_id'] })
      return {
        '/notes/:id/': api.detailView({ store: kyselyStore(db, 'note') }),
        '/notes/:note_id{[0-9]+}/tags/:tag_id/': api.detailView({ store: pairs }),
        '/pairs/:note_id/': api.detailView({ store: pairs }),
        '/titles/:id/': api.detailView({ store: kyselyStore(db, 'note', { key: 'title' }) }),
        '/tags/:id/': api.detailView({ store: kyselyStore(db, 'tag', { readKey: uuidKey }) }),
        '/own/': api.detailView({ find: () => null, store: pairs }),
      }
    })

    expect(findings.map(({ id, message }) => [id, message])).toEqual([
      [
        'stores.parameters',
        'Detail at /pairs/:note_id/: the store finds items by :note_id and :tag_id, but the path lacks :tag_id.',
      ],
      [
        'stores.unreadable',
        expect.stringMatching(
          /^Detail at \/titles\/:id\/: title may be the same in several rows of note/,
        ),
      ],
      ['stores.unreadable', expect.stringMatching(/^Detail at \/tags\/:id\/: .*tag/)],
    ])
  })
})

describe('turnpike check of parents', () => {
  it('turnpike check names a parameter that the path lacks, and parents that cannot be read', async () => {
    const items = arrayItems([{ id: 1, note: 1 }])
    const findings = await check(await openSqliteUrl(), (db, api) => {
      const parent = { store: kyselyStore(db, 'note'), parameter: 'note', field: 'note' } as const
      const unread = { ...parent, store: kyselyStore(db, 'tag') }
      return {
        '/good/:note/': api.listView({ items, parent, pagination: pageNumberPagination() }),
        '/lacking/:other/': api.listView({ items, parent, pagination: pageNumberPagination() }),
        '/unread/:note/': api.detailView({ find: () => ({ note: 1 }), parent: unread }),
      }
    })

    expect(findings.map(({ id, message }) => [id, message])).toEqual([
      [
        'stores.parameters',
        'List at /lacking/:other/: the store finds parents by :note, but the path lacks :note.',
      ],
      ['stores.unreadable', expect.stringMatching(/^Detail at \/unread\/:note\/: .*tag/)],
    ])
  })
})

describe('turnpike check of pages', () => {
  /** Lists over an array, under settings. */
  const found = async (
    settings: { PAGE_SIZE?: number },
    paginations: readonly (Pagination | null)[],
  ) => {
    const service = defineService({
      name: 'notes',
      app() {
        const api = createApi(settings)
        const lists = paginations.map((pagination, index) => [
          `/${index}/`,
          api.listView({ items: arrayItems([{ id: 1 }]), pagination }),
        ])
        return routes(api, Object.fromEntries(lists))
      },
    })
    const url = await openSqliteUrl()
    const { db, close } = openDatabase(url)
    await migrate(db)
    await close()
    const config = readConfig({ DATABASE_URL: url, SECRET_KEYS: secrets.join() })
    const findings = await checkService(service, config)
    return findings.filter(({ id }) => id === 'lists.pagination').map(({ message }) => message)
  }

  it('turnpike check finds an unused page size, and a page size that is missing', async () => {
    expect(await found({ PAGE_SIZE: 20 }, [null, null])).toEqual([
      'PAGE_SIZE is set but no list has pagination, so all items are sent at /0/, /1/.',
    ])
    expect(await found({ PAGE_SIZE: 20 }, [null, pageNumberPagination()])).toEqual([])
    expect(await found({}, [null])).toEqual([])
  })

  it('finds a pagination without a page size', async () => {
    const styles = [pageNumberPagination(), cursorPagination({ ordering: 'id' }), null]
    expect(await found({}, styles)).toEqual([
      'The pagination has no page size, so all items are sent at /0/, /1/.',
    ])
    expect(await found({}, [pageNumberPagination({ pageSize: 5 })])).toEqual([])
    expect(await found({}, [pageNumberPagination({ pageSizeQueryParam: 'size' })])).toEqual([])
    expect(await found({}, [limitOffsetPagination()])).toEqual([])
  })
})
