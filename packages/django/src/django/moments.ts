import type { AnyDatabase } from '@turnpike/sql'
import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'

/**
 * A moment in the form that Django stores with `USE_TZ = True`: with the time zone on PostgreSQL,
 * in UTC on the others, `2026-11-23 12:00:00.250000`. Statements compare and write this text.
 */
export function storedMoment(db: AnyDatabase, moment: Date): string {
  const iso = moment.toISOString()
  if (dialectOf(db) === 'postgres') return iso
  const seconds = iso.slice(0, 19).replace('T', ' ')
  const milliseconds = iso.slice(20, 23)
  // As Python writes it: SQLite compares texts.
  return milliseconds === '000' ? seconds : `${seconds}.${milliseconds}000`
}

/**
 * A column with moments, to be selected for `readMoment`. Drivers make a `Date` of it by settings
 * of their own, such as the time zone of the process, so it is selected as text.
 */
export function selectMoment(db: AnyDatabase, column: string) {
  const name = sql.ref(column)
  switch (dialectOf(db)) {
    case 'postgres':
      return sql<string | null>`to_char(${name} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`
    case 'mysql':
      return sql<string | null>`cast(${name} as char)`
    case 'sqlite':
      return sql<string | null>`${name}`
  }
}

/** The moment in a column that was selected by `selectMoment`; null when it has none. */
export function readMoment(text: string | null): Date | null {
  if (text === null) return null
  // Microseconds are left out, and SQLite may have an offset that somebody wrote by hand.
  const [, day, time, milliseconds = '', zone = ''] = form.exec(text) ?? []
  const moment = new Date(`${day}T${time}.${milliseconds.padEnd(3, '0')}${zone || 'Z'}`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

const form = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?(Z|[+-]\d\d:\d\d)?$/
