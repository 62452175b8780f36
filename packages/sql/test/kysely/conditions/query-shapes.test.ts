import { type Place, placesOf } from '@turnpike/test-support/placed.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { CamelCasePlugin } from 'kysely'
import type { Condition, ConditionValue, ItemSet } from 'turnpike'
import type { Position } from 'turnpike/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meets } from '../../../../turnpike/src/items/conditions/meets.ts'
import { type AnyDatabase, kyselyItems } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'
import { fillNotes, type QueryShape, queryShapes } from '../queries/query-shapes.ts'

type Row = Record<string, unknown>
type Items = ItemSet<Row>
type Open = () => Promise<{ db: AnyDatabase; close(): Promise<void> }>

function checkShapes(name: 'SQLite' | 'PostgreSQL', open: Open) {
  describe(`rows of any query on ${name} that meet a condition`, () => {
    let db: AnyDatabase
    let close: () => Promise<void>

    beforeAll(async () => {
      ;({ db, close } = await open())
      await fillNotes(db, 90)
    })
    afterAll(() => close())

    const shapes = queryShapes.filter(
      // A collation of the column decides which texts are equal.
      (shape) => (shape.only ?? name) === name && shape.name !== 'texts with a collation',
    )
    it.each(shapes.map((shape) => [shape.name, shape] as const))(
      'a condition keeps the rows of a query that meet it, unchanged and in order: %s',
      async (_, shape) => {
        const named = shape.camelCase ? db.withPlugin(new CamelCasePlugin()) : db
        const items: Items = kyselyItems(named, shape.build(named), { key: shape.key ?? 'id' })
        const all = await items.slice(0, null)

        for (const field of fieldsInRows(shape, all)) {
          const ordered = items.orderBy([`-${field}`])
          const inOrder = await ordered.slice(0, null)
          for (const condition of conditionsOf(field, all)) {
            const meeting = (rows: readonly Row[]) =>
              texts(rows.filter((row) => meets(numbersOf(row), condition)))
            const narrowed = items.where?.(condition) as Items
            const narrowedInOrder = ordered.where?.(condition) as Items
            const shown = JSON.stringify(condition)

            expect.soft(await narrowed.count(), `count of ${shown}`).toBe(meeting(all).length)
            const rows = texts(await narrowed.slice(0, null))
            expect.soft(rows, `rows of ${shown}`).toEqual(meeting(all))
            const slices = await bySlices(narrowedInOrder)
            expect.soft(slices, `slices of ${shown}`).toEqual(meeting(inOrder))
            const walked = await byCursor(narrowed, `-${field}`)
            expect.soft(walked, `cursor of ${shown}`).toEqual(meeting(inOrder))
          }
        }
      },
    )
  })
}

/** Fields of the shape that the rows have under one name. */
const fieldsInRows = ({ fields }: QueryShape, [row = {}]: readonly Row[]) =>
  fields.filter((field) => Object.hasOwn(row, field))

function conditionsOf(field: string, rows: readonly Row[]): Condition[] {
  const values = [...new Set(rows.map((row) => numbersOf(row)[field]))].filter(isValue)
  const value = values[Math.floor(values.length / 2)] as ConditionValue
  const some = values.filter((_, index) => index % 3 === 0)
  return [
    { field, operator: '=', value },
    { not: { field, operator: '=', value } },
    { field, operator: 'in', value: some },
    {
      any: [
        { field, operator: 'null' },
        { field, operator: '=', value },
      ],
    },
    ...(typeof value === 'number' ? [{ field, operator: '<', value } as const] : []),
    ...(typeof value === 'string'
      ? [{ field, operator: 'contains', value: value.slice(-2).toUpperCase() } as const]
      : []),
  ]
}

const isValue = (value: unknown): value is ConditionValue => value !== null && value !== undefined

/** PostgreSQL counts in 64 bits, which arrive as strings. */
const numbersOf = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
    ]),
  )

const texts = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row))

async function bySlices(items: Items): Promise<string[]> {
  const rows: Row[] = []
  for (let offset = 0; ; offset += 7) {
    const both = await items.sliceAndCount?.(offset, 7)
    const found = both?.items ?? (await items.slice(offset, 7))
    if (found.length === 0) return texts(rows)
    rows.push(...found)
  }
}

async function byCursor({ keyset }: Items, field: string): Promise<string[]> {
  if (keyset === undefined) throw new Error('There is no keyset.')
  const ordering = keyset.complete([field])
  const rows: Row[] = []
  let from: Position | null = null
  for (;;) {
    const window = { ordering, from, includesFrom: false, backward: false, limit: 7 }
    const placed: Place<Row>[] = placesOf(await keyset.read(window))
    if (placed.length === 0 || rows.length > 200) return texts(rows)
    rows.push(...placed.map(({ item }) => item))
    from = placed.at(-1)?.position ?? null
  }
}

checkShapes('SQLite', async () => openDatabase('sqlite::memory:'))
describe.skipIf(postgresMissing !== null)('with a server', () => {
  checkShapes('PostgreSQL', openPostgres)
})
