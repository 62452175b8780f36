import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '@turnpike/test-support/postgres.ts'
import type { AnyDatabase } from '../../src/kysely/index.ts'
import { openOfService } from './open-of-service.ts'
import type { Connected, Pair, Place, Row } from './pair.ts'
import { emptyTables, makeTables, type TableName } from './tables.ts'

/** What a case works with. */
export interface Opened {
  readonly pair: Pair
  /** The ORM under test. */
  readonly orm: Connected
  /** Another connection to the same database, as another program has it. Null: there is none. */
  readonly other: AnyDatabase | null
  readonly place: Place | null
  /** Writes rows as another program does. */
  add(table: TableName, rows: readonly Row[]): Promise<void>
}

/** One database of a pair, for all of its cases. */
export interface Session {
  readonly pair: Pair
  /** Empties the tables. The database is made by the first call. */
  open(): Promise<Opened>
  close(): Promise<void>
}

export function sessionOf(pair: Pair): Session {
  let started: Promise<Started> | null = null
  return {
    pair,
    async open() {
      started ??= start(pair)
      const { opened } = await started
      if (opened.other !== null) await emptyTables(opened.other)
      // Without a database each case has arrays of its own.
      return opened.other === null ? (await start(pair)).opened : opened
    },
    async close() {
      await (await started)?.close()
      started = null
    },
  }
}

interface Started {
  readonly opened: Opened
  close(): Promise<void>
}

async function start(pair: Pair): Promise<Started> {
  if (pair.kind === 'memory') {
    const orm = await pair.connect(null)
    const add = async (table: TableName, rows: readonly Row[]) => {
      for (const row of rows) await orm.insert(table, row)
    }
    return { opened: { pair, orm, other: null, place: null, add }, close: async () => {} }
  }
  const { place, other, remove } = await (pair.kind === 'sqlite'
    ? makeFile(pair.openFile)
    : makeServer())
  await makeTables(other)
  const orm = await pair.connect(place)
  return {
    opened: {
      pair,
      orm,
      other,
      place,
      async add(table, rows) {
        for (let from = 0; from < rows.length; from += 500) {
          await other
            .insertInto(table)
            .values(rows.slice(from, from + 500).map((row) => ({ ...row })))
            .execute()
        }
      },
    },
    async close() {
      await orm.close()
      await remove()
    },
  }
}

interface Made {
  readonly place: Place
  readonly other: AnyDatabase
  remove(): Promise<void>
}

type OpenFile = NonNullable<Pair['openFile']>

export async function makeFile(open: OpenFile = openOfService): Promise<Made> {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-pairs-'))
  const path = join(folder, 'pairs.db')
  const place = { kind: 'sqlite', path } as const
  const { db, close } = open(place)
  return {
    place,
    other: db,
    async remove() {
      await close()
      await rm(folder, { recursive: true })
    },
  }
}

export async function makeServer(): Promise<Made> {
  const { db, url, close } = await openPostgres()
  return { place: { kind: 'postgres', url }, other: db, remove: close }
}
