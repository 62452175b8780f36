import { placesOf } from '@turnpike/test-support/placed.ts'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { CamelCasePlugin, Kysely, type KyselyPlugin, SqliteQueryCompiler, sql } from 'kysely'
import type { ItemSet } from 'turnpike'
import { type KeysetWindow, keyFaultOf, type Position } from 'turnpike/kit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { kyselyItems, sqliteDialect } from '../../../src/kysely/index.ts'
import { mapItems } from '../../../src/kysely/items/map-items.ts'

interface Tables {
  note: { id: number; rank: unknown }
}

function openNotes(plugins: KyselyPlugin[] = []) {
  const sqlite = new Sqlite(':memory:')
  sqlite.exec('create table note (id integer primary key, rank)')
  const sent: string[] = []
  const db = new Kysely<Tables>({
    dialect: sqliteDialect(sqlite),
    plugins,
    log: ({ query }) => {
      sent.push(query.sql)
    },
  })
  onTestFinished(() => db.destroy())
  const add = (ranks: readonly unknown[]) => {
    const insert = sqlite.prepare('insert into note (rank) values (?)')
    for (const rank of ranks) insert.run(rank)
  }
  const ids = (order: string) =>
    sqlite.prepare(`select id from note order by ${order}`).pluck().all() as number[]
  return { sqlite, db, add, ids, sent }
}

/** All ids, read one by one, each from the position of the one before. */
async function walk<Row>(
  { keyset }: ItemSet<Row>,
  ordering: readonly string[],
  idOf: (row: Row) => unknown,
) {
  const complete = keyset?.complete(ordering) ?? []
  const met: unknown[] = []
  let from: Position | null = null
  while (met.length < 100) {
    const window: KeysetWindow = {
      ordering: complete,
      from,
      includesFrom: false,
      backward: false,
      limit: 1,
    }
    const [found]: { item: Row; position: Position }[] = placesOf(await keyset?.read(window))
    if (found === undefined) break
    met.push(idOf(found.item))
    from = found.position
  }
  return met
}

describe('a position', () => {
  const ranks = [
    ...['', "it's", '12', '1e3', 'NULL', 'before\0behind', '\ufeffmark', 'Zoë'],
    ...[0, -0, 12, 1.5, 5e-7, 0.1 + 0.2, -1e20, 2 ** 53, Number.POSITIVE_INFINITY],
    ...[2n ** 53n + 1n, -(2n ** 63n), Buffer.from('bytes'), Buffer.from([0, 255]), null, null],
  ]

  it.each(['rank', '-rank'])(
    'a position holds each value that SQLite can store, by %s',
    async (order) => {
      const { db, add, ids, sqlite } = openNotes()
      add(ranks)
      // No UTF-8, as another program may write it: JavaScript reads both as the same text.
      sqlite.exec(`insert into note (rank) values (cast(x'ff' as text)), (cast(x'fe' as text)),
      (cast(x'61ff00ff' as text)), ('\ufffd'), (cast(x'c3' as text)), ('Zoé'), (17)`)
      const expected = ids(order === 'rank' ? 'rank, id' : 'rank desc, id desc')

      const whole = kyselyItems(db, db.selectFrom('note').selectAll())
      expect(await walk(whole, [order], ({ id }) => id)).toEqual(expected)
      const bare = kyselyItems(db, db.selectFrom('note').select('id'))
      expect(await walk(bare, [order], ({ id }) => id)).toEqual(expected)
    },
  )

  it('a position is that of the column, also when the row has something else by its name', async () => {
    const { db, add } = openNotes()
    add([3n, 1n, 2n])
    const renamed = sql<number>`-rank`.as('rank')
    const turned = db.selectFrom('note').selectAll().select(renamed)

    const { keyset } = kyselyItems(db, turned)
    const window = { from: null, includesFrom: false, backward: false, limit: 3 }
    const found = await keyset?.read({ ...window, ordering: ['note.rank', 'id'] })

    expect(placesOf(found).map(({ position }) => position)).toEqual([
      ['1', '2'],
      ['2', '3'],
      ['3', '1'],
    ])
  })

  it('a position is what was read, even when the row object changes', async () => {
    const { db, add } = openNotes()
    add(['a'])
    const { keyset } = kyselyItems(db, db.selectFrom('note').selectAll())
    const window = { from: null, includesFrom: false, backward: false, limit: 3 }
    const found = await keyset?.read({ ...window, ordering: ['rank', 'id'] })
    Object.assign(found?.items[0] ?? {}, { rank: 'changed' })

    expect(found?.positionOf(0)).toEqual(["'a'", '1'])
  })

  it('copies of a row that was read keep its position', async () => {
    const { db, add } = openNotes()
    add(['a'])
    const mapped = mapItems(kyselyItems(db, db.selectFrom('note').selectAll()), ({ id }) => id)
    const window = { from: null, includesFrom: false, backward: false, limit: 3 }
    const found = await mapped.keyset?.read({ ...window, ordering: ['rank', 'id'] })

    expect(placesOf(found)).toEqual([{ item: 1, position: ["'a'", '1'] }])
  })

  it('a fault of the key is the same, whether values or the texts of positions are compared', async () => {
    const value = fc.constantFrom(null, 0, -0, 1, '1', 1.5, '1.5', 'a', "it's", true)
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 4 }), async (ranks) => {
        const { db, add } = openNotes()
        add(ranks.map((rank) => (rank === true ? 1 : rank)))
        const all = db.selectFrom('note').selectAll()
        const { keyset } = kyselyItems(db, all, { key: 'rank' })
        const window = { from: null, includesFrom: false, backward: false, limit: 9 }
        const placed = await keyset?.read({ ...window, ordering: ['rank'] })
        if (keyset === undefined || placed === undefined) throw new Error('There is no keyset.')

        const { items, positionOf } = placed
        const byTexts = keyFaultOf(keyset, ['rank'], { items, positionOf })
        expect(placed.likeness).toBeDefined()
        expect(keyFaultOf(keyset, ['rank'], placed)).toBe(byTexts)
      }),
    )
  })

  it('a position is found under plugins that rename columns', async () => {
    const { sqlite, db } = openNotes([new CamelCasePlugin()])
    sqlite.exec(`create table long_name (the_key integer primary key, made_at text);
      insert into long_name values (1, 'c'), (2, 'a'), (3, 'b')`)
    const rows = db.withTables<{ longName: { theKey: number; madeAt: string } }>()

    const items = kyselyItems(rows, rows.selectFrom('longName').selectAll(), { key: 'theKey' })

    expect(await walk(items, ['madeAt'], ({ theKey }) => theKey)).toEqual([2, 3, 1])
  })

  it('a position is kept by plugins that change values', async () => {
    const { db, add } = openNotes([asTexts])
    add(['b', 'a', 'c'])
    const items = kyselyItems(db, db.selectFrom('note').selectAll())

    expect(await walk(items, ['rank'], ({ id }) => id)).toEqual([2, 1, 3])
    expect((await items.slice(1, 1)).map(({ id }) => id)).toEqual([2])
    expect((await items.slice(2, 1)).map(({ id }) => id)).toEqual([3])
  })
})

describe('the statements of a position', () => {
  it('the second page takes as many statements as any other, and not one for each row of a tie', async () => {
    const { db, add, sqlite, sent } = openNotes()
    sqlite.exec('create index by_rank on note (rank, id)')
    add(Array.from({ length: 2000 }, () => 1))
    let lookedAt = 0
    sqlite.function('looked_at', () => ++lookedAt)
    const query = db.selectFrom('note').selectAll().where(sql<boolean>`looked_at() > 0`)
    const { keyset } = kyselyItems(db, query)
    const window = { includesFrom: false, backward: false, limit: 5, ordering: ['rank', 'id'] }

    sent.length = 0
    const found = await keyset?.read({ ...window, from: ['1', '1500'] })

    expect(found?.items.map(({ id }) => id)).toEqual([1501, 1502, 1503, 1504, 1505])
    expect(lookedAt).toBe(5)
    expect(sent).toHaveLength(1)
  })

  it('the statements of a position are compiled once, also those that use only part of it', async () => {
    const compile = vi.spyOn(SqliteQueryCompiler.prototype, 'compileQuery')
    onTestFinished(() => compile.mockRestore())
    const { db, add } = openNotes()
    add([1, 2, 3, 4, 5, 6])
    const { keyset } = kyselyItems(db, db.selectFrom('note').selectAll())
    const window = { includesFrom: false, backward: false, limit: 2, ordering: ['rank', 'id'] }

    const second = await keyset?.read({ ...window, from: ['2', '2'] })
    compile.mockClear()
    const third = await keyset?.read({ ...window, from: ['4', '4'] })

    expect([second, third].map((page) => page?.items.map(({ id }) => id))).toEqual([
      [3, 4],
      [5, 6],
    ])
    expect(compile).not.toHaveBeenCalled()
  })
})

/** Turns what it does not know into text, as those that serialise values do. */
const asTexts: KyselyPlugin = {
  transformQuery: ({ node }) => asText(node) as typeof node,
  transformResult: async ({ result }) => result,
}

function asText(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(asText)
  if (typeof node !== 'object' || node === null) return node
  const { kind, value } = node as { kind?: string; value?: unknown }
  if (kind === 'ValueNode' && typeof value === 'symbol') return { ...node, value: String(value) }
  return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, asText(child)]))
}
