import { kyselyItems, sqliteDialect } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { arrayItems, type ItemSet } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { idsOf, type Numbered, numbered } from './client.ts'
import { at, type Event, listing, walk } from './cursor-list.ts'

// Spec, "Limits", "Cursor rules".

describe('1. Only forward and backward movement is possible. A client cannot jump to an arbitrary position.', () => {
  const client = listing(arrayItems(numbered(9)), { ordering: 'id' })

  it('forward and backward', async () => {
    expect(await walk(client, '/')).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ])
    const first = await (await client.get('/')).json()
    const second = await (await client.get(first.next)).json()
    const last = await (await client.get(second.next)).json()
    expect(first.previous).toBe(null)
    expect(last.next).toBe(null)
    expect(await walk(client, last.previous, 'previous')).toEqual([
      [4, 5, 6],
      [1, 2, 3],
    ])
  })

  it('no other parameter leads anywhere', async () => {
    for (const query of ['page=2', 'page=last', 'offset=4&limit=2', 'position=5', 'p=5']) {
      expect(idsOf(await (await client.get(`/?${query}`)).json())).toEqual([1, 2, 3])
    }
  })

  it('a cursor that was made up or changed is refused', async () => {
    const { next } = await (await client.get('/')).json()
    const cursor = new URL(next).searchParams.get('cursor') ?? ''
    const changed = [...cursor].map((character, index) =>
      [cursor.slice(0, index), character === 'A' ? 'B' : 'A', cursor.slice(index + 1)].join(''),
    )

    for (const text of ['5', btoa('p=5'), btoa('o=4'), btoa('["5"]'), `${cursor}A`, ...changed]) {
      const response = await client.get(`/?cursor=${encodeURIComponent(text)}`)
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({ detail: 'Invalid cursor' })
    }
  })
})

describe('2. The ordering must be fixed.', () => {
  it('a cursor serves in the ordering alone in which it was made', async () => {
    const orderingFilter = { fields: ['id'] }
    const client = listing(arrayItems(numbered(9)), { ordering: 'id' }, { orderingFilter })
    const { next } = await (await client.get('/')).json()

    expect((await client.get(next)).status).toBe(200)
    expect((await client.get(`${next}&ordering=-id`)).status).toBe(404)
  })

  it('The ordering field should be unchanging, unique or nearly unique, non-null, convertible to a string, not a float (use decimals), and indexed.', async () => {
    const { db, close } = openDatabase('sqlite::memory:')
    try {
      await sql`create table price (id integer primary key, amount numeric(6, 2) not null)`.execute(
        db,
      )
      await sql`create unique index price_amount on price (amount)`.execute(db)
      for (let id = 1; id <= 20; id++) {
        const amount = `${(id * 7) % 20}.10`
        await sql`insert into price values (${id}, cast(${amount} as numeric))`.execute(db)
      }
      const items = kyselyItems(db, db.selectFrom('price').selectAll())
      const met = (await walk(listing(items, { ordering: 'amount' }), '/')).flat()

      const byAmount = Array.from({ length: 20 }, (_, index) => index + 1).sort(
        (one, other) => ((one * 7) % 20) - ((other * 7) % 20),
      )
      expect(met).toEqual(byAmount)
    } finally {
      await close()
    }
  })
})

it('3. The default ordering requires a `created` timestamp on each item.', async () => {
  const { db, close } = openDatabase('sqlite::memory:')
  try {
    await sql`create table dated (id integer primary key, created text not null)`.execute(db)
    await sql`create table undated (id integer primary key)`.execute(db)
    for (const { id, created } of [at(1, 20), at(2, 40), at(3, 10)]) {
      await sql`insert into dated values (${id}, ${created})`.execute(db)
      await sql`insert into undated values (${id})`.execute(db)
    }
    const dated = listing(kyselyItems(db, db.selectFrom('dated').selectAll()))
    const undated = listing(kyselyItems(db, db.selectFrom('undated').selectAll()))

    expect(await walk(dated, '/')).toEqual([[2, 1, 3]])
    expect((await undated.get('/')).status).toBe(500)
  } finally {
    await close()
  }
})

describe('4. An ordering field that breaks these rules still works but loses the consistency benefits.', () => {
  it('a field with ties and nulls still works', async () => {
    const rows = Array.from({ length: 17 }, (_, id) => ({ id, rank: id % 3 === 0 ? null : id % 2 }))
    const client = listing(arrayItems(rows), { ordering: 'rank' })

    const met = (await walk(client, '/')).flat()

    expect(met.toSorted((one, other) => one - other)).toEqual(rows.map(({ id }) => id))
  })

  it('a field that changes loses the consistency benefits', async () => {
    const rows = numbered(6).map(({ id }) => ({ id, rank: id }))
    const client = listing(arrayItems(rows), { ordering: 'rank' })
    const { next } = await (await client.get('/')).json()

    // Items 1 and 4 change places: 1 is seen twice, and 4 not at all.
    for (const row of rows) if (row.id === 1 || row.id === 4) row.rank = row.id === 1 ? 4 : 1

    expect(idsOf(await (await client.get(next)).json())).toEqual([1, 5, 6])
  })

  it('With a good ordering, the client never sees the same item twice while items are inserted concurrently.', async () => {
    const events = Array.from({ length: 12 }, (_, index) => at(index + 1, 10 * index))
    const there = events.map(({ id }) => id)
    const client = listing(arrayItems(events))
    let id = 100
    const insert = () => {
      // Newer ones, older ones, and one in the midst of what is there.
      for (const minute of [1000 + id, -id, 35]) events.push(at(id++, minute))
    }

    const met = (await walk(client, '/', 'next', () => id < 130 && insert())).flat()

    expect(new Set(met).size).toBe(met.length)
    expect(met.filter((seen) => there.includes(seen))).toEqual(there.toReversed())
  })
})

describe('5. Cost does not grow with dataset size.', () => {
  /** How many rows the database looks at for a page of three in the midst of so many. */
  async function rowsReadIn(
    size: number,
  ): Promise<{ first: number; middle: number; back: number }> {
    const sqlite = new Sqlite(':memory:')
    const db = new Kysely<{ event: Event }>({ dialect: sqliteDialect(sqlite) })
    onTestFinished(() => db.destroy())
    sqlite.exec(`create table event (id integer primary key, created text not null);
      create index event_created on event (created, id)`)
    const insert = sqlite.prepare('insert into event values (?, ?)')
    sqlite.transaction(() => {
      for (let id = 1; id <= size; id++) insert.run(id, at(id, id).created)
    })()

    let read = 0
    sqlite.function('looked_at', () => ++read)
    const events = db.selectFrom('event').selectAll().where(sql<boolean>`looked_at() > 0`)
    const { get } = listing(kyselyItems(db, events), { pageSizeQueryParam: 'page_size' })
    const costOf = async (url: string) => {
      read = 0
      const page = await (await get(url)).json()
      expect(page.results).toHaveLength(3)
      return { ...page, cost: read }
    }

    const first = await costOf('/?page_size=3')
    const { next } = await (await get(`/?page_size=${size / 2}`)).json()
    const middle = await costOf(next.replace(/page_size=\d+/, 'page_size=3'))
    const back = await costOf(middle.previous)
    return { first: first.cost, middle: middle.cost, back: back.cost }
  }

  it('a page of a hundred times as many items costs as much, wherever it is', async () => {
    const few = await rowsReadIn(100)
    expect(few).toEqual({ first: 4, middle: 4, back: 4 })
    expect(await rowsReadIn(10_000)).toEqual(few)
  })

  it('the items are neither counted nor read from an offset', async () => {
    const asked: string[] = []
    const { keyset } = arrayItems(numbered(100))
    const traced = <Value>(name: string, value: Value): Value => {
      asked.push(name)
      return value
    }
    const items: ItemSet<Numbered> = {
      count: async () => traced('count', 100),
      slice: async () => traced('slice', []),
      orderBy: () => traced('orderBy', items),
      ...(keyset && {
        keyset: {
          complete: keyset.complete,
          read: (window) => traced(`${window.limit} by position`, keyset.read(window)),
        },
      }),
    }

    await walk(listing(items, { ordering: 'id', pageSize: 40 }), '/')

    expect(asked).toEqual(['41 by position', '41 by position', '41 by position'])
  })
})
