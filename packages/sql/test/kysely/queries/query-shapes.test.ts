import { type Place, placesOf } from '@turnpike/test-support/placed.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { CamelCasePlugin, type OrderByDirection } from 'kysely'
import type { ItemSet } from 'turnpike'
import type { Position } from 'turnpike/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyDatabase, kyselyItems } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'
import { fillNotes, type QueryShape, queryShapes, rowCount } from './query-shapes.ts'

type Items = ItemSet<unknown>
type Open = () => Promise<{ db: AnyDatabase; close(): Promise<void> }>

const sizes = { SQLite: 83, PostgreSQL: 11 }

function checkShapes(name: 'SQLite' | 'PostgreSQL', open: Open) {
  describe(`every row of a list on ${name} is met once, as the query gives it`, () => {
    let db: AnyDatabase
    let close: () => Promise<void>

    beforeAll(async () => {
      ;({ db, close } = await open())
      await fillNotes(db, rowCount[name])
    })
    afterAll(() => close())

    const shapes = queryShapes.filter(({ only = name }) => only === name)
    it.each(shapes.map((shape) => [shape.name, shape] as const))(
      'every row of a list is met once, as the query gives it: %s',
      async (_, shape) => {
        const named = shape.camelCase ? db.withPlugin(new CamelCasePlugin()) : db
        const items: Items = kyselyItems(named, shape.build(named), { key: shape.key ?? 'id' })

        expect(await items.count()).toBe((await shape.build(named).execute()).length)
        expect(await bySlices(items, sizes[name])).toEqual(await inOwnOrder(named, shape))
        for (const ordering of orderingsOf(shape)) {
          const rows = texts(await inOrder(named, shape, ordering))
          const ordered = items.orderBy(ordering)

          expect.soft(await bySlices(ordered, sizes[name]), `slices by ${ordering}`).toEqual(rows)
          expect
            .soft(await byCursor(items, ordering, sizes[name]), `cursor by ${ordering}`)
            .toEqual(rows)
          const back = await byCursor(items, ordering, sizes[name], true)
          expect.soft(back.toReversed(), `cursor back by ${ordering}`).toEqual(rows)
        }
      },
    )
  })
}

const texts = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row))

const termOf = (name: string): [string, OrderByDirection] =>
  name.startsWith('-') ? [name.slice(1), 'desc'] : [name, 'asc']

/** What the query itself gives in an order; one that keeps its order is put into a subquery. */
async function inOrder(db: AnyDatabase, shape: QueryShape, ordering: readonly string[]) {
  const query = shape.build(db)
  const base = shape.keepsItsOrder
    ? db.selectFrom(query.as('kept')).selectAll()
    : query.clearOrderBy()
  const sign = ordering.at(-1)?.startsWith('-') ? '-' : ''
  return [...ordering, ...keysOf(shape).map((key) => sign + key)]
    .map(termOf)
    .reduce((sorted, [field, to]) => sorted.orderBy(db.dynamic.ref(field), to), base)
    .execute()
}

async function inOwnOrder(db: AnyDatabase, shape: QueryShape) {
  const query = shape.build(db)
  const ordered = shape.keepsItsOrder
    ? query
    : keysOf(shape).reduce((sorted, key) => sorted.orderBy(db.dynamic.ref(key)), query)
  return texts(await ordered.execute())
}

const keysOf = ({ key = 'id', keyInSql = key }: QueryShape): readonly string[] =>
  typeof keyInSql === 'string' ? [keyInSql] : keyInSql

/** Each field up and down, and some at random with a fixed seed. */
function orderingsOf({ fields }: QueryShape): string[][] {
  const random = randomFrom(fields.join().length)
  const signed = (field: string) => (random() < 0.5 ? field : `-${field}`)
  const mixed = [1, 2].map(() =>
    fields
      .toSorted(() => random() - 0.5)
      .slice(0, 3)
      .map(signed),
  )
  return [...fields.map((field) => [signed(field)]), ...mixed]
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/** All rows by offset, the second half before the first, so that places of deep ones are used. */
async function bySlices(items: Items, size: number): Promise<string[]> {
  const count = await items.count()
  const offsets = Array.from({ length: Math.ceil(count / size) }, (_, page) => page * size)
  const found = new Map<number, unknown[]>()
  for (const offset of [...offsets.toReversed(), ...offsets]) {
    const both = await items.sliceAndCount?.(offset, size)
    if (both !== undefined) expect(both.count).toBe(count)
    const rows = both?.items ?? (await items.slice(offset, size))
    if (found.has(offset)) expect(texts(rows)).toEqual(texts(found.get(offset) ?? []))
    found.set(offset, rows)
  }
  return texts(offsets.flatMap((offset) => found.get(offset) ?? []))
}

/** All rows by position, up to the end or to many more than there should be. */
async function byCursor(
  { keyset }: Items,
  ordering: readonly string[],
  limit: number,
  backward = false,
): Promise<string[]> {
  if (keyset === undefined) throw new Error('There is no keyset.')
  const complete = keyset.complete(ordering)
  const met: unknown[] = []
  let from: Position | null = null
  while (met.length <= 3 * rowCount.SQLite) {
    const window = { ordering: complete, from, includesFrom: false, backward, limit }
    const placed: Place<unknown>[] = placesOf(await keyset.read(window))
    met.push(...placed.map(({ item }) => item))
    from = placed.at(-1)?.position ?? null
    if (placed.length < limit) break
  }
  return texts(met)
}

checkShapes('SQLite', async () => openDatabase('sqlite::memory:'))

if (postgresMissing === null) checkShapes('PostgreSQL', openPostgres)
else
  describe.skip('every row of a list on PostgreSQL', () =>
    it('lists on PostgreSQL need PostgreSQL to be tested', () => {}))
