import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { type TestClient, testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { createSigner } from '../../src/http/signing.ts'
import {
  arrayItems,
  type CursorOptions,
  createApi,
  cursorPagination,
  type ItemSet,
  type OrderingFilter,
  pageNumberPagination,
  type Renderer,
  routes,
  type Settings,
} from '../../src/index.ts'
import { cursorCodec } from '../../src/pagination/cursors/cursor-codec.ts'

interface Row {
  id: number
  created?: number
  name?: string
}

type Name = keyof Row | `-${keyof Row}`

interface CursorPage {
  next: string | null
  previous: string | null
  results: number[]
}

/** A list of the rows at `/items/` and, with cursors of its own, at `/others/`. */
function open(
  rows: Row[],
  options: CursorOptions<Name> = {},
  settings: Settings = {},
  orderingFilter: OrderingFilter<keyof Row> | null = null,
) {
  const api = createApi({ PAGE_SIZE: 2, LOGGER: silentLogger, ...settings })
  const view = {
    items: arrayItems(rows),
    serialize: ({ id }: Row) => id,
    pagination: cursorPagination(options),
    orderingFilter,
  }
  const client: TestClient = testClient(
    routes(api, {
      '/items/': api.listView(view),
      '/others/': api.listView(view),
      '/controls/': api.listView({ ...view, renderers: [controlsRenderer] }),
    }),
  )
  const page = async (url: string | null = '/items/'): Promise<CursorPage> => {
    if (url === null) throw new Error('There is no such link.')
    const response = await client.get(url)
    expect(response.status).toBe(200)
    return response.json()
  }
  const refusal = async (url: string) => {
    const response = await client.get(url)
    expect(response.status).toBe(404)
    return (await response.json()).detail
  }
  return { client, page, refusal }
}

const controlsRenderer: Renderer = {
  mediaType: 'application/json',
  format: 'json',
  charset: null,
  render: (_data, { response }) => JSON.stringify(response.controls),
}

/** Rows with the ids from 1 to `count`, created in that order. */
const numbered = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, created: index }))

const cursorOf = (link: string | null) => new URL(link ?? '').searchParams.get('cursor') ?? ''

describe('cursor pagination', () => {
  it('answers next, previous and results, newest first, and no count', async () => {
    const { page } = open(numbered(3))
    const first = await page()

    expect(first).toEqual({ next: expect.any(String), previous: null, results: [3, 2] })
    expect(first.next).toMatch(/^http:\/\/testserver\/items\/\?cursor=[A-Za-z0-9_-]+$/)
    expect(await page(first.next)).toEqual({
      next: null,
      previous: expect.any(String),
      results: [1],
    })
  })

  it('cursors go forward to the end and back to the very start', async () => {
    const { page } = open(numbered(6), { ordering: 'created' })
    const first = await page()
    const second = await page(first.next)
    const third = await page(second.next)

    expect([first, second, third].map(({ results }) => results)).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ])
    expect(third.next).toBeNull()

    const back = await page(third.previous)
    expect(back.results).toEqual([3, 4])
    expect((await page(back.next)).results).toEqual([5, 6])

    const start = await page(back.previous)
    expect(start.results).toEqual([1, 2])
    expect(start.previous).toBeNull()
    expect((await page(start.next)).results).toEqual([3, 4])
  })

  it('a short cursor list is one page without links', async () => {
    expect(await open(numbered(2)).page()).toEqual({ next: null, previous: null, results: [2, 1] })
    expect(await open([]).page()).toEqual({ next: null, previous: null, results: [] })
  })

  it('cursor links keep the other parameters', async () => {
    const { page } = open(numbered(3))
    const { next } = await page('/items/?b=x+y&a=1')
    expect(next).toMatch(/\?a=1&b=x\+y&cursor=[\w-]+$/)
  })

  it('a walk starts again when the cursor is empty, and uses the last of several cursors', async () => {
    const { page } = open(numbered(5))
    const { next } = await page()

    expect((await page('/items/?cursor=')).results).toEqual([5, 4])
    expect((await page(`/items/?cursor=nonsense&cursor=${cursorOf(next)}`)).results).toEqual([3, 2])
  })
})

describe('the options of the style', () => {
  it('an option names the ordering: a field, or several', async () => {
    const rows: Row[] = [
      { id: 1, name: 'b', created: 1 },
      { id: 2, name: 'a', created: 1 },
      { id: 3, name: 'a', created: 2 },
    ]
    expect((await open(rows, { ordering: 'name', pageSize: 3 }).page()).results).toEqual([2, 3, 1])
    expect(
      (await open(rows, { ordering: ['name', '-created'], pageSize: 3 }).page()).results,
    ).toEqual([3, 2, 1])
    expect((await open(rows, { ordering: [], pageSize: 3 }).page()).results).toEqual([1, 2, 3])
  })

  it('the ordering is -created by default; ties go by the key in the same direction', async () => {
    const rows = [1, 2, 3].map((id) => ({ id, created: 7 }))
    const { page } = open(rows)
    const first = await page()

    expect(first.results).toEqual([3, 2])
    expect((await page(first.next)).results).toEqual([1])
  })

  it('an option gives the page size, else PAGE_SIZE; null leaves the list whole', async () => {
    const settings = { PAGE_SIZE: 3 }
    expect((await open(numbered(5), {}, settings).page()).results).toHaveLength(3)
    expect((await open(numbered(5), { pageSize: 4 }, settings).page()).results).toHaveLength(4)

    for (const { client } of [
      open(numbered(3), { pageSize: null }),
      open(numbered(3), {}, { PAGE_SIZE: null }),
    ]) {
      expect(await (await client.get('/items/?cursor=nonsense')).json()).toEqual([1, 2, 3])
    }
  })

  it('the client cannot choose the page size of a cursor list unless a parameter is named', async () => {
    const { page } = open(numbered(5), { maxPageSize: 1 })
    expect((await page('/items/?page_size=1&null=1')).results).toEqual([5, 4])
  })

  it('the client may choose the size up to a maximum, and change it on the way', async () => {
    const { page } = open(numbered(9), { pageSizeQueryParam: 'size', maxPageSize: 4 })
    const first = await page('/items/?size=3')
    expect(first.results).toEqual([9, 8, 7])
    expect(first.next).toContain('size=3')

    const cursor = cursorOf(first.next)
    expect((await page(`/items/?size=1&cursor=${cursor}`)).results).toEqual([6])
    expect((await page(`/items/?size=4&cursor=${cursor}`)).results).toEqual([6, 5, 4, 3])
    expect((await page(`/items/?size=5&cursor=${cursor}`)).results).toEqual([6, 5, 4, 3])
    for (const size of ['', '0', '-1', 'x', '1e3']) {
      expect((await page(`/items/?size=${size}`)).results).toEqual([9, 8])
    }
  })

  it('a cursor list takes a size of any length', async () => {
    const { page } = open(numbered(5), { pageSizeQueryParam: 'size' })
    expect(await page(`/items/?size=${'9'.repeat(40)}`)).toEqual({
      next: null,
      previous: null,
      results: [5, 4, 3, 2, 1],
    })
  })

  it('an option names the cursor parameter', async () => {
    const { page } = open(numbered(3), { cursorQueryParam: 'after' })
    const { next } = await page('/items/?cursor=nonsense')

    expect(next).toMatch(/\?after=[\w-]+&cursor=nonsense$/)
    expect((await page(next)).results).toEqual([1])
  })

  it('cursor controls have no numbers, and are shown when there is a page before or after', async () => {
    const controlsOf = async (count: number, options: CursorOptions<Name> = {}, query = '') =>
      (await open(numbered(count), options).client.get(`/controls/${query}`)).json()

    expect(await controlsOf(3)).toEqual({
      template: 'previous-and-next',
      next: expect.stringContaining('/controls/?cursor='),
      previous: null,
      pages: [],
    })
    expect(await controlsOf(2)).toBeNull()
    expect(await controlsOf(3, { template: 'arrows' })).toMatchObject({ template: 'arrows' })
    expect(await controlsOf(3, { template: null })).toBeNull()

    const { client } = open(numbered(3))
    const { next } = await (await client.get('/controls/')).json()
    expect(await (await client.get(next)).json()).toMatchObject({
      next: null,
      previous: expect.any(String),
    })
  })
})

describe('a cursor that does not serve', () => {
  const { page, refusal } = open(numbered(9))

  it.each(['nonsense', 'AAAA', 'cD0x', '%00', '%', '%ff', '-', '=', '1'.repeat(40), 'null', '٢'])(
    'a bad cursor is 404 Invalid cursor: %s',
    async (cursor) => {
      expect(await refusal(`/items/?cursor=${cursor}`)).toBe('Invalid cursor')
    },
  )

  it('a cursor is refused when any one character was changed', async () => {
    const cursor = cursorOf((await page()).next)
    for (let index = 0; index < cursor.length; index++) {
      const other = cursor[index] === 'A' ? 'B' : 'A'
      const changed = cursor.slice(0, index) + other + cursor.slice(index + 1)
      expect(await refusal(`/items/?cursor=${changed}`)).toBe('Invalid cursor')
    }
    for (const changed of [cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, `${cursor}%20`]) {
      expect(await refusal(`/items/?cursor=${changed}`)).toBe('Invalid cursor')
    }
  })

  it('a cursor may have 8,192 characters, the longest that is read', async () => {
    const name = 'x'.repeat(6097)
    const { page: named } = open(
      [1, 2, 3].map((id) => ({ id, name })),
      { ordering: 'name' },
    )
    const { next } = await named()

    expect(cursorOf(next)).toHaveLength(8192)
    expect((await named(next)).results).toEqual([3])
  })

  it('a very long cursor is refused', async () => {
    expect(await refusal(`/items/?cursor=${'A'.repeat(1_000_000)}`)).toBe('Invalid cursor')
  })

  it('a cursor of more than 8,192 characters is refused before its signature is computed', () => {
    const secrets = ['s'.repeat(32)]
    const ofAnotherList = (name: string) => JSON.stringify(['another list', 0, name])
    const signed = (name: string) =>
      createSigner(secrets, 'cursor').sign(new TextEncoder().encode(ofAnotherList(name)))
    const { read } = cursorCodec(secrets, '/items/', ['name'])

    // An error that only the payload can cause shows that it has been read.
    expect(() => read(signed('x'))).toThrow('Invalid cursor: it was made for another list')
    expect(() => read(signed('x'.repeat(6200)))).toThrow(/^Invalid cursor$/)
  })

  it('a cursor signed with another secret is refused', async () => {
    const one = open(numbered(9), {}, { SECRET_KEYS: ['a'.repeat(32)] })
    const other = open(numbered(9), {}, { SECRET_KEYS: ['b'.repeat(32)] })
    const rotated = open(numbered(9), {}, { SECRET_KEYS: ['b'.repeat(32), 'a'.repeat(32)] })
    const { next } = await one.page()

    expect(await other.refusal(next ?? '')).toBe('Invalid cursor')
    expect((await rotated.page(next)).results).toEqual([7, 6])
    expect(await open(numbered(9)).refusal(next ?? '')).toBe('Invalid cursor')
  })

  const mismatch = 'Invalid cursor: it was made for another list or ordering.'

  it('a cursor of another list is refused', async () => {
    const cursor = cursorOf((await page()).next)
    expect(await refusal(`/others/?cursor=${cursor}`)).toBe(mismatch)
  })

  it('a cursor of another ordering is refused', async () => {
    const filter = { fields: ['name', 'id'] } as const
    const filtered = open(numbered(9), {}, {}, filter)
    const cursor = cursorOf((await filtered.page('/items/?ordering=name')).next)

    expect(await filtered.refusal(`/items/?ordering=-name&cursor=${cursor}`)).toBe(mismatch)
    expect(await filtered.refusal(`/items/?cursor=${cursor}`)).toBe(mismatch)
    expect((await filtered.page(`/items/?ordering=name&cursor=${cursor}`)).results).toEqual([3, 4])
    expect((await filtered.page(`/items/?ordering=name,id&cursor=${cursor}`)).results).toEqual([
      3, 4,
    ])
  })

  it('a cursor whose ordering differs only after the key is accepted', async () => {
    const filtered = open(numbered(9), {}, {}, { fields: ['name', 'id'] })
    const cursor = cursorOf((await filtered.page('/items/?ordering=id')).next)

    expect((await filtered.page(`/items/?ordering=id,name&cursor=${cursor}`)).results).toEqual([
      3, 4,
    ])
  })

  it('a cursor of another list or ordering has an error code of its own', async () => {
    const codes: unknown[] = []
    const EXCEPTION_HANDLER = (error: unknown) => {
      codes.push((error as { codes?: unknown }).codes)
      return null
    }
    const { client, page: read } = open(numbered(9), {}, { EXCEPTION_HANDLER })
    await client.get(`/others/?cursor=${cursorOf((await read()).next)}`)
    await client.get('/items/?cursor=nonsense')

    expect(codes).toEqual(['cursor_mismatch', 'not_found'])
  })
})

describe('the ordering filter', () => {
  const rows: Row[] = [
    { id: 1, name: 'b', created: 3 },
    { id: 2, name: 'a', created: 2 },
    { id: 3, name: 'c', created: 1 },
  ]

  it('the ordering filter overrides the ordering of the style', async () => {
    const { page } = open(rows, { pageSize: 3 }, {}, { fields: ['name'] })

    expect((await page('/items/?ordering=name')).results).toEqual([2, 1, 3])
    expect((await page('/items/?ordering=-name')).results).toEqual([3, 1, 2])
    expect((await page('/items/?ordering=created')).results).toEqual([1, 2, 3])
  })

  it('the default of the ordering filter overrides the ordering of the style', async () => {
    const { page } = open(rows, { pageSize: 3 }, {}, { fields: ['id'], default: ['name'] })

    expect((await page()).results).toEqual([2, 1, 3])
    expect((await page('/items/?ordering=-id')).results).toEqual([3, 2, 1])
  })
})

describe('while items come and go', () => {
  const results = async (link: string | null, page: (url: string | null) => Promise<CursorPage>) =>
    (await page(link)).results

  it('a cursor continues where its item was removed', async () => {
    const rows = numbered(6)
    const { page } = open(rows, { ordering: 'created' })
    const first = await page()
    rows.splice(1, 1)

    expect(await results(first.next, page)).toEqual([3, 4])
  })

  it('a page is empty when everything after it has vanished, and the way back has all items before it', async () => {
    const rows = numbered(4)
    const { page } = open(rows, { ordering: 'created' })
    const { next } = await page()
    rows.splice(2, 2)
    const empty = await page(next)

    expect(empty).toEqual({ next: null, previous: expect.any(String), results: [] })
    expect(await page(empty.previous)).toEqual({
      next: expect.any(String),
      previous: null,
      results: [1, 2],
    })
  })

  it('a page is empty when everything before it has vanished, and the way on begins with the page', async () => {
    const rows = numbered(6)
    const { page } = open(rows, { ordering: 'created' })
    const second = await page((await page()).next)
    rows.splice(0, 2)
    const empty = await page(second.previous)

    expect(empty).toEqual({ next: expect.any(String), previous: null, results: [] })
    expect(await results(empty.next, page)).toEqual([3, 4])
  })

  it('moving between empty pages does not lose items that are added meanwhile', async () => {
    const rows = numbered(4)
    const { page } = open(rows, { ordering: 'created' })
    const { next } = await page()
    rows.splice(0)
    const empty = await page(next)
    const back = await page(empty.previous)
    expect(back).toMatchObject({ results: [], next: expect.any(String) })

    rows.push({ id: 7, created: 0.5 }, { id: 8, created: 9 })
    expect(await results(empty.previous, page)).toEqual([7])
    expect(await results(back.next, page)).toEqual([8])
  })

  it('shows an item at the very position of the cursor on one side of it only', async () => {
    const rows = numbered(4)
    const { page } = open(rows, { ordering: 'created' })
    const { next } = await page()
    const removed = rows.splice(2, 2)
    const empty = await page(next)
    rows.push(...removed)

    expect(await results(empty.previous, page)).toEqual([1, 2])
    expect(await results((await page(empty.previous)).next, page)).toEqual([3, 4])
  })
})

it('no link is made that would be refused: a field that is too long is reported', async () => {
  const messages: unknown[] = []
  const LOGGER = {
    ...silentLogger,
    error: (fields: { err?: Error }) => messages.push(fields.err?.message),
  }
  const named = (length: number) => numbered(3).map((row) => ({ ...row, name: 'x'.repeat(length) }))
  const fitting = open(named(6000), { ordering: 'name' })
  expect((await fitting.page((await fitting.page()).next)).results).toEqual([3])

  const { client } = open(named(6200), { ordering: 'name' }, { LOGGER })
  expect((await client.get('/items/')).status).toBe(500)
  expect(messages).toEqual([
    expect.stringMatching(
      /^A cursor of \d{4} characters would not fit into a URL: a value of name is too long\. Limit the length of this field, as by charField\(\{ maxLength: 1000 \}\), or do not order by it\.$/,
    ),
  ])
})

it('reads one item more than the page holds, and no more', async () => {
  const limits: number[] = []
  const items = arrayItems(numbered(9))
  const { keyset } = items
  if (keyset === undefined) throw new Error('There is no keyset.')
  const watched: ItemSet<Row> = {
    ...items,
    keyset: {
      ...keyset,
      read(window) {
        limits.push(window.limit)
        return keyset.read(window)
      },
    },
  }
  const api = createApi({ PAGE_SIZE: 2 })
  const pagination = cursorPagination({ pageSizeQueryParam: 'size' })
  const client = testClient(routes(api, { '/': api.listView({ items: watched, pagination }) }))

  const { next } = await (await client.get('/')).json()
  await client.get(next)
  await client.get(`/?size=${'9'.repeat(40)}`)
  expect(limits).toEqual([3, 3, Number.MAX_SAFE_INTEGER])
})

it('asks for the positions at the ends of a page only, where the keyset has compared them all', async () => {
  const asked: number[] = []
  const items = arrayItems(numbered(9))
  const keyset: NonNullable<ItemSet<Row>['keyset']> = {
    complete: () => ['id'],
    read: async ({ from, limit }) => {
      const rows = numbered(9).slice(Number(from?.[0] ?? 0), Number(from?.[0] ?? 0) + limit)
      return {
        items: rows,
        positionOf(index) {
          asked.push(index)
          return [`${rows[index]?.id}`]
        },
        likeness: { isRepeated: false, nullFields: new Set() },
      }
    },
  }
  const api = createApi({ PAGE_SIZE: 4 })
  const pagination = cursorPagination({ ordering: 'id' })
  const list = api.listView({ items: { ...items, keyset }, pagination })
  const client = testClient(routes(api, { '/': list }))

  const { next, results } = await (await client.get('/')).json()
  expect(results).toEqual(numbered(4))
  expect(asked).toEqual([3])
  await client.get(next)
  expect(asked).toEqual([3, 3, 0])
})

describe('a list whose key does not identify its items', () => {
  const failures = async (rows: Row[], ordering: Name = 'created') => {
    const errors: unknown[] = []
    const logger = { ...silentLogger, error: (fields: object) => errors.push(fields) }
    const { client } = open(rows, { ordering }, { LOGGER: logger })
    const response = await client.get('/items/')
    return { status: response.status, error: JSON.stringify(errors, messageOfErrors) }
  }
  const messageOfErrors = (_name: string, value: unknown) =>
    value instanceof Error ? value.message : value

  it('cursors are refused where items have the same key, wherever the page ends', async () => {
    for (const repeated of [1, 2]) {
      const rows = [...numbered(4), { id: repeated, created: repeated }].map(({ id }) => ({
        id,
        created: 0,
      }))
      const { status, error } = await failures(rows)
      expect(status, `${repeated}`).toBe(500)
      expect(error).toContain('the same key id: use a key that is unique')
    }
  })

  it('cursors are refused where an item has no key', async () => {
    const rows = [{ id: 1, created: 1 }, { created: 0 }] as Row[]
    const { status, error } = await failures(rows)
    expect(status).toBe(500)
    expect(error).toContain('whose key id is null')
  })
})

describe('a list that cannot be read by position', () => {
  it('a list that cannot be read by position names what it lacks', async () => {
    const { keyset: _, ...unordered } = arrayItems(numbered(3))
    const messages: unknown[] = []
    const LOGGER = {
      ...silentLogger,
      error: (fields: { err?: Error }) => messages.push(fields.err?.message),
    }
    const api = createApi({ PAGE_SIZE: 2, LOGGER })
    const list = api.listView({ items: unordered, pagination: cursorPagination() })

    expect((await testClient(routes(api, { '/': list })).get('/')).status).toBe(500)
    expect(messages).toEqual([
      'cursorPagination() needs items that can be read by position: give them a keyset.',
    ])
  })

  it('a list that cannot be read by position is still paginated by number', async () => {
    const { keyset: _, ...unordered } = arrayItems(numbered(3))
    const api = createApi({ PAGE_SIZE: 2 })
    const list = api.listView({ items: unordered, pagination: pageNumberPagination() })
    expect((await testClient(routes(api, { '/': list })).get('/')).status).toBe(200)
  })
})
