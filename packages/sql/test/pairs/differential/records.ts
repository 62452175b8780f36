import { sql } from 'kysely'
import { isSqlite } from '../../../src/kysely/database.ts'
import type { AnyDatabase } from '../../../src/kysely/index.ts'
import { type Random, randomOf } from './random.ts'

export const recordCount = 3000

/** Makes a table with every type of value, and fills it. */
export async function makeRecords(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('record')
    .addColumn('id', 'integer', (id) => id.primaryKey())
    .addColumn('made_at', isSqlite(db) ? 'timestamptz' : 'timestamptz(6)')
    .addColumn('big', 'bigint')
    .addColumn('price', 'numeric(20, 6)')
    .addColumn('rank', 'integer')
    .addColumn('weight', 'double precision')
    .addColumn('done', 'boolean')
    .addColumn('name', 'text')
    .execute()
  const random = randomOf(2026)
  const rows = Array.from({ length: recordCount }, (_, index) => recordOf(index + 1, random))
  for (let from = 0; from < rows.length; from += 500) {
    await db
      .insertInto('record')
      .values(rows.slice(from, from + 500))
      .execute()
  }
  await db.schema.createIndex('by_rank').on('record').columns(['rank', 'id']).execute()
  await sql`analyze`.execute(db)
}

/** A row in which a value may be null, the same as in others, or very near to another. */
function recordOf(id: number, random: Random) {
  const orNull = <Value>(value: Value): Value | null => (random.chance(0.15) ? null : value)
  const micros = String(random.below(3) + 1).padStart(6, '0')
  const day = String(random.below(28) + 1).padStart(2, '0')
  return {
    id,
    made_at: orNull(
      random.chance(0.5)
        ? `2025-03-${day}T10:00:00.${micros}Z`
        : `2024-12-31T23:59:59.99999${id % 10}Z`,
    ),
    big: orNull(random.of(bigs) ?? String(2n ** 53n + BigInt(random.below(1000)))),
    price: orNull(`${random.below(40) - 20}.${String(random.below(3)).padStart(6, '0')}`),
    rank: orNull(random.below(12) - 3),
    weight: orNull(random.of([0.1, 0.1 + 0.2, 1e20, -2.5, random.below(1000) / 8])),
    // SQLite has no booleans.
    done: orNull(random.chance(0.5)) as unknown,
    name: orNull(random.chance(0.3) ? random.of(names) : `${random.of(words)} ${random.of(words)}`),
  }
}

const bigs = ['9007199254740993', '9007199254740992', '-9223372036854775808', '7', null, null]
export const names = [
  '',
  '50%',
  'snake_case',
  'Zoë',
  'ZOË',
  "it's",
  'back\\slash',
  '日本',
  '🚀 go',
  'NULL',
]
export const words = ['tea', 'Tea', 'quick', 'brown', 'fox', 'Éclair', 'a_b', '100%']
