import { type Place, placesOf } from '@turnpike/test-support/placed.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { sql } from 'kysely'
import { keyFaultOf } from 'turnpike/kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { AnyRow } from '../../../src/kysely/database.ts'
import { kyselyItems } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

const columns = {
  whole: ['bigint', '-9007199254740993', '7', '9223372036854775807'],
  rational: ['numeric', '-1.50', '0.1', '12345678901234567890.123456789'],
  approximate: ['double precision', '-0.1', '0.30000000000000004', '1e300'],
  single: ['real', '-0.1', '0.3', '1e30'],
  moment: ['timestamptz', '2026-01-01 00:00:00.000001Z', '2026-01-01 00:00:00.000002Z', 'infinity'],
  local: ['timestamp', '0044-03-15 12:00:00 BC', '2026-01-01 00:00:00.5', '2026-01-02'],
  day: ['date', '2026-01-01', '2026-01-02', '2026-01-03'],
  text: ['text', '', 'a "b" \\', 'ä\u{1F600}'],
  padded: ['char(4)', 'a', 'ab', 'abc'],
  isdone: ['boolean', 'false', 'true', 'true'],
  name: ['uuid', '00000000-0000-0000-0000-000000000001', '7'.repeat(32), 'f'.repeat(32)],
  list: ['integer[]', '{1}', '{1,2}', '{2}'],
  bytes: ['bytea', '\\x00', '\\x01ff', '\\xff'],
  address: ['inet', '10.0.0.1', '10.0.0.0/8', '10.0.0.2'],
  span: ['interval', '-1 day', '1 hour', '2 mons'],
  composite: ['pair', '(,)', '(1,"a, (b)")', '(1,)'],
  composites: ['pair[]', '{}', '{"(1,a)"}', '{"(1,a)","(,)"}'],
  nested: ['pairs', '("(,)",)', '("(1,a)",2)', '(,)'],
} as const

describe.skipIf(postgresMissing !== null)('positions from the texts of PostgreSQL', () => {
  async function open(type: string, values: readonly (string | null)[]) {
    const own = await openPostgres()
    onTestFinished(own.close)
    const { db, close } = openDatabase(own.url, { poolSize: 1 })
    onTestFinished(close)
    await sql`create type pair as (number integer, word text)`.execute(db)
    await sql`create type pairs as (first pair, number numeric)`.execute(db)
    await sql`create table note (id integer primary key, field ${sql.raw(type)})`.execute(db)
    for (const [index, value] of values.entries()) {
      await sql`insert into note values (${index}, cast(${value} as ${sql.raw(type)}))`.execute(db)
    }
    return { db }
  }

  const window = { includesFrom: false, backward: false, limit: 2 }

  it.each(Object.entries(columns))(
    'a list by a column of every kind is read page by page: %s',
    async (_, [type, ...values]) => {
      const { db } = await open(type, [null, ...values, null, ...values])
      const items = kyselyItems(db, db.selectFrom('note').selectAll())
      const { keyset } = items
      if (keyset === undefined) throw new Error('It has none.')

      for (const ordering of [keyset.complete(['field']), keyset.complete(['-field'])]) {
        const expected = (await items.orderBy(ordering).slice(0, 100)).map(({ id }) => id)
        const seen: unknown[] = []
        let from: readonly (string | null)[] | null = null
        for (;;) {
          const placed: Place<AnyRow>[] = placesOf(await keyset.read({ ...window, ordering, from }))
          if (placed.length === 0) break
          seen.push(...placed.map(({ item }) => item.id))
          from = placed.at(-1)?.position ?? null
        }
        expect(seen).toEqual(expected)
      }
    },
  )

  it('rows that are placed by their own columns have no others, in and after a transaction', async () => {
    const { db } = await open('text', ['a', 'b', 'c'])
    const { keyset } = kyselyItems(db, db.selectFrom('note').selectAll())
    const read = async () => {
      const ordering = keyset?.complete(['field']) ?? []
      return placesOf(await keyset?.read({ ...window, ordering, from: ['a', '0'] }))
    }
    const expected = [
      { item: { id: 1, field: 'b' }, position: ['b', '1'] },
      { item: { id: 2, field: 'c' }, position: ['c', '2'] },
    ]

    expect(await read()).toEqual(expected)
    await db.transaction().execute(async (transaction) => {
      const inside = kyselyItems(transaction, transaction.selectFrom('note').selectAll()).keyset
      const ordering = inside?.complete(['field']) ?? []
      const placed = await inside?.read({ ...window, ordering, from: ['a', '0'] })
      expect(placesOf(placed)).toEqual(expected)
    })
    expect(await read()).toEqual(expected)
  })

  it.each([
    ['repeated', ['a', 'b', 'b']],
    ['null', ['a', null]],
    [null, ['a', 'b', 'A']],
  ] as const)('a key that is %s is found in the texts of the rows', async (fault, values) => {
    const { db } = await open('text', values)
    const all = db.selectFrom('note').selectAll()
    const { keyset } = kyselyItems(db, all, { key: 'field' as never })
    if (keyset === undefined) throw new Error('It has none.')
    const placed = await keyset.read({ ...window, limit: 9, ordering: ['field'], from: null })

    expect(placed.likeness).toBeDefined()
    expect(keyFaultOf(keyset, ['field'], placed)).toBe(fault)
  })

  it('a statement reads the columns of positions only where its rows do not have them', async () => {
    const { db } = await open('text', ['a', 'b'])
    const texts = async () => {
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements`.execute(db)
      return rows.map(({ statement }) => statement).join('\n')
    }
    const read = (query: never) => {
      const { keyset } = kyselyItems(db, query)
      return keyset?.read({ ...window, ordering: keyset.complete(['field']), from: null })
    }

    await read(db.selectFrom('note').selectAll() as never)
    expect(await texts()).not.toContain('turnpikeposition')
    const computed = db.selectFrom('note').select(['id', sql`upper(field)`.as('field')])
    expect(await read(computed as never)).toMatchObject({ items: [{ field: 'A' }, {}] })
    expect(await texts()).toContain('turnpikeposition')
  })
})
