import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { arrayItems, type Condition, type ConditionValue, type ItemSet } from 'turnpike'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walk } from '../../../../testing/src/contracts/items/keyset.ts'
import { type AnyDatabase, kyselyItems } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

type Items = ItemSet<{ id: number }>
type Open = () => Promise<{ db: AnyDatabase; close(): Promise<void> }>

const values = {
  rank: [-1, 0, 7, 2 ** 31 - 1],
  size: [-0.5, 0, 0.1, 1e20],
  name: ['', 'a', 'A', 'ab', 'a%b', 'a_B', 'a\\b', "a'b", '%'],
  at: [new Date(0), new Date(1_700_000_000_123), new Date('2026-01-01T00:00:00Z')],
  done: [true, false],
} as const

/** Fifty rows, of which every fifth value is null. */
const rows = Array.from({ length: 50 }, (_, index) => {
  const valueAt = <Value>(list: readonly Value[], step: number): Value | null =>
    (index * step) % 5 === 0 ? null : (list[(index * step) % list.length] as Value)
  return {
    id: index + 1,
    rank: valueAt(values.rank, 3),
    size: valueAt(values.size, 7),
    name: valueAt(values.name, 11),
    at: valueAt(values.at, 13),
    done: valueAt(values.done, 17),
  }
})

const beyond: readonly ConditionValue[] = [0.5, 2 ** 40, 2n ** 62n, -(2n ** 80n), 1e300]
const numbers = fc.constantFrom(...values.rank, ...values.size, ...beyond)
const moments = fc.constantFrom(...values.at, new Date(1_700_000_000_124))
const names = fc.constantFrom(...values.name, 'b', 'B', '_', '\\', '\0', 'a\0')

const operator = fc.constantFrom('=', '<', '<=', '>', '>=')

const compared = (field: string, value: fc.Arbitrary<ConditionValue>) =>
  fc.oneof(
    fc.record({ field: fc.constant(field), operator, value }),
    fc.record({
      field: fc.constant(field),
      operator: fc.constant('in' as const),
      value: fc.array(value, { maxLength: 4 }),
    }),
  )

/** Texts are compared by `<` in the order of the database, so only the others are. */
const leaf: fc.Arbitrary<Condition> = fc.oneof(
  compared('rank', numbers),
  compared('size', numbers),
  compared('at', moments),
  fc.record({
    field: fc.constant('done'),
    operator: fc.constant('='),
    value: fc.boolean(),
  }),
  fc.record({
    field: fc.constant('name'),
    operator: fc.constantFrom('=', 'contains', 'startsWith', 'equalsText'),
    value: names,
  }),
  fc.record({
    field: fc.constant('name'),
    operator: fc.constant('in' as const),
    value: fc.array(names, { maxLength: 4 }),
  }),
  fc.record({
    field: fc.constantFrom('rank', 'size', 'name', 'at', 'done'),
    operator: fc.constant('null' as const),
  }),
) as fc.Arbitrary<Condition>

const { condition } = fc.letrec<{ condition: Condition; parts: Condition[] }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.record({ all: tie('parts') }),
    fc.record({ any: tie('parts') }),
    fc.record({ not: tie('condition') }),
  ),
  parts: fc.array(tie('condition'), { maxLength: 3 }),
}))

const ordering = fc.uniqueArray(fc.constantFrom('rank', '-rank', 'size', '-at', 'done', '-id'), {
  maxLength: 3,
  selector: (name) => name.replace('-', ''),
})

function compareWithArrays(name: string, open: Open): void {
  describe(`random conditions on ${name}`, () => {
    let db: AnyDatabase
    let close: () => Promise<void>
    beforeAll(async () => {
      ;({ db, close } = await open())
      await sql`create table thing (id integer primary key, rank integer, size double precision,
        name text, at timestamptz, done boolean)`.execute(db)
      await db.insertInto('thing').values(rows).execute()
    })
    afterAll(() => close())

    const kinds: readonly (readonly [string, () => ItemSet<unknown>])[] = [
      ['a table', () => kyselyItems(db, db.selectFrom('thing').selectAll())],
      [
        'a query with a window',
        () =>
          kyselyItems(
            db,
            db.selectFrom('thing').selectAll().select(sql`row_number() over ()`.as('place')),
          ),
      ],
    ]

    it.each(kinds)('random conditions find the same rows as in an array: %s', async (_, items) => {
      const all = items() as Items
      await fc.assert(
        fc.asyncProperty(condition, condition, ordering, async (one, other, terms) => {
          const expected = arrayItems(rows).where?.({ all: [one, other] }) as Items
          const found = all.where?.(one).orderBy(terms).where?.(other) as Items
          const ids = idsOf(await expected.orderBy(terms).slice(0, null))

          expect(idsOf(await found.slice(0, null)).toSorted(ascending)).toEqual(
            ids.toSorted(ascending),
          )
          expect(await found.count()).toBe(ids.length)
          if (found.keyset === undefined) throw new Error('There is no keyset.')
          const walked = idsOf(await walk(found.keyset, found.keyset.complete(terms), false))
          expect(walked).toEqual(idsOf(await found.slice(0, null)))
          const deep = found.orderBy([]).slice(2, 3)
          expect(idsOf(await deep)).toEqual(ids.toSorted(ascending).slice(2, 5))
        }),
        { numRuns: 120 },
      )
    })
  })
}

const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id)
const ascending = (one: number, other: number) => one - other

compareWithArrays('SQLite', async () => openDatabase('sqlite::memory:'))
describe.skipIf(postgresMissing !== null)('with a server', () => {
  compareWithArrays('PostgreSQL', openPostgres)
})
