import { sql } from 'kysely'
import { ConfigurationError } from 'turnpike'
import { mark } from 'turnpike/kit'
import type { AnyDatabase } from '../database.ts'
import { directWayOf } from '../statements/direct.ts'

/** By the adapter, which a database shares with its transactions. */
const exactDatabases = mark<object, true>()

interface SessionSettings {
  /** `extra_float_digits`. Below 1, numbers are rounded. */
  readonly digits: string
  /** `DateStyle`: `ISO, MDY`. Other styles abbreviate time zones, and are read in another order. */
  readonly style: string
}

/**
 * Rejects a database on PostgreSQL whose sessions do not write each value as a text that they read
 * back as the same value: positions are such texts. `IntervalStyle`, `TimeZone` and `bytea_output`
 * may have any value. Asked once per database, so all connections of a pool must have the same
 * settings, and keep them; the service's own connections need no question.
 *
 * @throws ConfigurationError when numbers are rounded, or moments are written in another style.
 */
export async function requireExactTexts(db: AnyDatabase): Promise<void> {
  const executor = db.getExecutor()
  const { adapter } = executor
  if (directWayOf(executor) !== undefined || exactDatabases.get(adapter)) return

  const { rows } = await sql<SessionSettings>`
    select current_setting('extra_float_digits') as digits,
      current_setting('datestyle') as style`.execute(db)
  const wrong = rows.flatMap(({ digits, style }) => [
    ...(Number(digits) < 1 ? [`extra_float_digits = ${digits}`] : []),
    ...(style.startsWith('ISO') ? [] : [`DateStyle = ${style}`]),
  ])
  if (wrong.length > 0) {
    throw new ConfigurationError(
      `Cursors need exact values, but the sessions of the database have ${wrong.join(' and ')}. ` +
        "Set both for the connections of your pool: new Pool({ options: '-c extra_float_digits=3 " +
        "-c DateStyle=ISO' }), or with alter role … set ….",
    )
  }
  // A transaction may have settings of its own.
  if (!db.isTransaction) exactDatabases.set(adapter, true)
}
