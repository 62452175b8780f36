import { type AnyDatabase, kyselyItems } from '@turnpike/sql'
import { djangoMissing } from '@turnpike/test-support/django.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { testClient } from '@turnpike/testing'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { python } from '../../../django/test/django/python.ts'
import { arrayItems, createApi, cursorPagination, type ItemSet, routes } from '../../src/index.ts'

interface Row {
  id: number
  rank: number | null
  title: string
  made: string
  price: string
  uuid: string
}

type Fields = 'id' | 'rank' | 'title' | 'made' | 'price' | 'uuid'

/** Many ties of rank and title; moments that differ by a microsecond; prices in the order of texts. */
const rows: Row[] = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  rank: (index * 7) % 5,
  title: ['a', 'ä', 'b c', '&=+%', 'True'][(index * 3) % 5] ?? '',
  made: `2026-01-01 00:00:00.${String(123_000 + ((index * 37) % 60)).padStart(6, '0')}`,
  price: `${100 + ((index * 11) % 60)}.50`,
  // They begin alike, as those that are ordered by time do.
  uuid: `01935a00-0000-7000-8000-0000000000${String((index * 13) % 60).padStart(2, '0')}`,
}))

const link = (query: Record<string, string>) => btoa(new URLSearchParams(query).toString())

function listOf(items: ItemSet<Row>, ordering: readonly string[], pageSize = 7) {
  const api = createApi({ SECRET_KEYS: ['x'.repeat(32)], LOGGER: silentLogger })
  const app = routes(api, {
    '/rows/': api.listView({
      items: () => items,
      serialize: (row) => row,
      pagination: cursorPagination({
        acceptReferenceCursors: true,
        pageSize,
        ordering: ordering as Fields[],
      }),
    }),
  })
  const client = testClient(app)
  const get = async (target: string) => {
    const response = await client.get(target)
    return { status: response.status, body: (await response.json()) as Page }
  }
  return {
    at: (cursor: string) => get(`/rows/?cursor=${encodeURIComponent(cursor)}`),
    get,
  }
}

interface Page {
  next: string | null
  previous: string | null
  results: Row[]
  detail?: string
}

const ids = ({ results }: Page) => results.map(({ id }) => id)

const columns = ['id', 'rank', 'title', 'made', 'price', 'uuid'] as const

async function fill(db: AnyDatabase, moment: string): Promise<ItemSet<Row>> {
  await sql`create table line (id integer primary key, rank integer, title varchar(20), made ${sql.raw(moment)}, price numeric(6, 2), uuid ${sql.raw(moment === 'datetime' ? 'char(32)' : 'uuid')})`.execute(
    db,
  )
  await db
    .insertInto('line')
    .values(
      rows.map((row) =>
        moment === 'datetime'
          ? { ...row, uuid: row.uuid.replaceAll('-', '') }
          : { ...row, made: `${row.made}+00` },
      ),
    )
    .execute()
  return kyselyItems(db, db.selectFrom('line').select([...columns])) as unknown as ItemSet<Row>
}

const places: [name: string, skipped: boolean, open: () => Promise<ItemSet<Row>>][] = [
  ['an array', false, async () => arrayItems(rows)],
  [
    'SQLite',
    false,
    async () => {
      const { db, close } = await openInMemory()
      onTestFinished(close)
      return fill(db as unknown as AnyDatabase, 'datetime')
    },
  ],
  [
    'PostgreSQL',
    postgresMissing !== null,
    async () => {
      const { db, close } = await openPostgres()
      onTestFinished(close)
      return fill(db, 'timestamptz')
    },
  ],
]

/** Django REST framework's pages of the same rows: their ids and links. */
const reference = (ordering: readonly string[], pageSize: number) =>
  python<{ ids: number[]; next: string | null; previous: string | null }[]>(
    `settings.DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': ':memory:'}}
from django.db import connection, models
from django.utils.dateparse import parse_datetime
import datetime
class Line(models.Model):
    rank = models.IntegerField(null=True)
    title = models.CharField(max_length=20)
    made = models.DateTimeField()
    price = models.DecimalField(max_digits=6, decimal_places=2)
    uuid = models.UUIDField()
    class Meta:
        app_label = 'lines'
with connection.schema_editor() as editor:
    editor.create_model(Line)
for row in given['rows']:
    Line.objects.create(**{**row, 'made': parse_datetime(row['made']).replace(tzinfo=datetime.timezone.utc)})
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from django.test import RequestFactory
answer, target = [], '/rows/'
while target is not None:
    paging = CursorPagination()
    paging.page_size, paging.ordering = given['size'], tuple(given['ordering'])
    page = paging.paginate_queryset(Line.objects.all(), Request(RequestFactory().get(target)))
    target = paging.get_next_link()
    answer.append({'ids': [line.pk for line in page], 'next': target, 'previous': paging.get_previous_link()})`,
    { rows, ordering, size: pageSize },
  )

const cursorIn = (url: string) => new URL(url).searchParams.get('cursor') ?? ''

describe.skipIf(djangoMissing('sqlite') !== null)(
  'cursors of Django REST framework, beside it',
  () => {
    for (const [name, isSkipped, open] of places) {
      it.skipIf(isSkipped).each([
        // In an array the moments are texts.
        ...(name === 'an array' ? [] : [['-made'], ['made']]),
        ['price'],
        ['-price'],
        ['uuid'],
        ['-uuid'],
        ['title'],
        ['-rank'],
        ['rank', 'title'],
      ])(
        `a client on ${name} that read pages in the order %s there reads the rest here`,
        async (...ordering) => {
          const list = listOf(await open(), ordering)
          const pages = reference(ordering, 7)
          const isUnique = !['title', '-rank', 'rank'].includes(ordering[0] ?? '')
          expect(pages.length).toBe(9)

          for (const [index, { next, previous }] of pages.entries()) {
            const seen = pages.slice(0, index + 1).flatMap((page) => page.ids)
            const rest: number[] = []
            let page: Page | null = next === null ? null : (await list.at(cursorIn(next))).body
            while (page !== null) {
              rest.push(...ids(page))
              page = page.next === null ? null : (await list.get(page.next)).body
            }
            // Nothing is lost; and where no two items are equal, nothing is seen twice.
            expect(new Set([...seen, ...rest]).size).toBe(rows.length)
            expect(new Set(rest).size).toBe(rest.length)
            if (isUnique) expect([...seen, ...rest]).toHaveLength(rows.length)

            if (previous !== null && isUnique) {
              expect(ids((await list.at(cursorIn(previous))).body)).toEqual(pages[index - 1]?.ids)
            }
          }
        },
      )
    }
  },
)

describe('cursors of Django REST framework', () => {
  for (const [name, isSkipped, open] of places.slice(1)) {
    it.skipIf(isSkipped)(
      `nothing is beyond the last moment on ${name}, though others share its millisecond`,
      async () => {
        const last =
          rows
            .map(({ made }) => made)
            .sort()
            .at(-1) ?? ''
        const list = listOf(await open(), ['made'])
        expect((await list.at(link({ p: `${last}+00:00` }))).body.results).toEqual([])
      },
    )
  }

  it('the page after the last value is empty and leads back', async () => {
    const list = listOf(arrayItems(rows), ['price'])
    const { status, body } = await list.at(link({ p: '999.00' }))
    expect([status, body.results, body.next]).toEqual([200, [], null])
    const back = await list.get(body.previous ?? '')
    expect(ids(back.body)).toHaveLength(7)
    expect((await list.get(back.body.next ?? '')).body.results).toEqual([])
    const { body: before } = await list.at(link({ p: '-1', r: '1' }))
    expect([before.results, before.previous]).toEqual([[], null])
  })

  it('a cursor of equal items alone begins at the start, or at the end', async () => {
    const list = listOf(arrayItems(rows), ['id'])
    expect(ids((await list.at(link({ o: '7' }))).body)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(ids((await list.at(link({ r: '1' }))).body)).toEqual([54, 55, 56, 57, 58, 59, 60])
  })

  it('an empty list is empty for every cursor', async () => {
    const list = listOf(arrayItems<Row>([]), ['price'])
    for (const query of [{ p: '5' }, { p: '5', r: '1' }, { r: '1' }, { o: '9' }]) {
      expect((await list.at(link(query))).body).toEqual({ next: null, previous: null, results: [] })
    }
  })

  for (const [name, isSkipped, open] of places.slice(1)) {
    it.skipIf(isSkipped)(
      `a value that its field on ${name} cannot have is an invalid cursor`,
      async () => {
        const list = listOf(await open(), ['-rank'])
        for (const value of ['x', '1e400', 'None', "1' or '1'='1", '9'.repeat(400), '\0']) {
          const { status, body } = await list.at(link({ p: value }))
          expect([value, status, body.detail]).toEqual([value, 404, 'Invalid cursor'])
        }
      },
    )
  }

  it.each([
    'x',
    '====',
    btoa('p'),
    btoa('x=1'),
    btoa('p=1&x=2'),
    btoa('o=-1&p=1'),
    btoa('o=1e9&p=1'),
    btoa('p=%ff'),
    btoa('p=1').repeat(900),
  ])('the cursor %s is neither of the two', async (cursor) => {
    const list = listOf(arrayItems(rows), ['price'])
    const { status, body } = await list.at(cursor)
    expect([status, body.detail]).toEqual([404, 'Invalid cursor'])
  })

  it('without the option they are invalid', async () => {
    const api = createApi({ SECRET_KEYS: ['x'.repeat(32)], LOGGER: silentLogger })
    const view = api.listView({
      items: () => arrayItems(rows),
      serialize: (row) => row,
      pagination: cursorPagination({ pageSize: 7, ordering: 'price' }),
    })
    const client = testClient(routes(api, { '/rows/': view }))
    const response = await client.get(`/rows/?cursor=${link({ p: '5' })}`)
    expect([response.status, await response.json()]).toEqual([404, { detail: 'Invalid cursor' }])
  })
})
