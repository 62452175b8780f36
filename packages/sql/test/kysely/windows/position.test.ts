import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { AnyDatabase } from '../../../src/kysely/database.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'
import {
  exactValueText,
  isExactValue,
  type PositionSql,
  postgresPositions,
  sqlitePositions,
} from '../../../src/kysely/windows/position.ts'

/** The text that SQL writes for a value, in the spelling of cursors. */
async function spelled(db: AnyDatabase, value: string, positions: PositionSql) {
  const { rows } = await sql<{ text: string | null }>`
    select ${positions.write(sql.ref('one'))} as text from (select ${sql.raw(value)} as one) as v`.execute(
    db,
  )
  const text = rows[0]?.text ?? null
  return text === null ? null : positions.spelling(text)
}

describe('positions on SQLite', () => {
  it.each([
    ...["''", "'a'", "'it''s'", "'🚀 go'", "'a' || char(0) || 'b'", "'ß'", "char(65279) || 'x'"],
    ...['0', '-1', '9007199254740991', '0.000002', '2.0', '-0.5', '1e300', '9e999', '-9e999'],
  ])('the position of %s is spelled alike with and without SQL', async (value) => {
    const { db, close } = await openDatabase('sqlite::memory:')
    onTestFinished(close)
    const { rows } = await sql<{ one: unknown }>`select ${sql.raw(value)} as one`.execute(db)
    const one = rows[0]?.one

    const text = await spelled(db, value, sqlitePositions)
    if (isExactValue(one)) expect(text).toBe(exactValueText(one))
    expect(sqlitePositions.read(text ?? '')).toEqual(one)
  })

  it.each(['9223372036854775807', '1e20', "cast(x'ff' as text)", "x'00ff'", 'char(65533)', 'null'])(
    'the position of %s, which only SQL can write, finds the value again',
    async (value) => {
      const { db, close } = await openDatabase('sqlite::memory:')
      onTestFinished(close)

      const text = await spelled(db, value, sqlitePositions)
      if (text === null) return expect(value).toBe('null')
      const { read, formOf, place } = sqlitePositions
      const found = place(read(text), formOf(text), sql`one`)
      const { rows } = await sql<{ same: number }>`
        select ${sql.raw(value)} is ${found} as same`.execute(db)
      expect(rows[0]?.same).toBe(1)
    },
  )
})

describe.skipIf(postgresMissing !== null)('positions on PostgreSQL', () => {
  it.each([
    ['true', 't'],
    ['false', 'f'],
    ["'2026-01-02 03:04:05.000001'::timestamp", '2026-01-02 03:04:05.000001'],
    ["'ab'::char(4)", 'ab  '],
    ["''::text", ''],
    ['null::int', null],
    ['1.50::numeric', '1.50'],
    ['row(null::int, null::text)', '(,)'],
  ])('the position of %s is the text that the server sends', async (value, expected) => {
    const { db, close } = await openPostgres()
    onTestFinished(close)
    expect(await spelled(db, value, postgresPositions)).toBe(expected)
  })
})
