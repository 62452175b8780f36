import { sql } from 'kysely'
import { ConfigurationError } from 'turnpike'
import type { AnyRow } from '../database.ts'

/** The column of what a session's texts depend on. Plugins would rename capitals and digits. */
export const settingsColumn = 'turnpikesettings'

/**
 * What a session's texts depend on: `1 ISO, MDY`. Below 1, `extra_float_digits` rounds numbers.
 * Another `DateStyle` than ISO abbreviates time zones, and is read in another order.
 */
export const sessionSettings = sql<string>`concat_ws(' ',
  current_setting('extra_float_digits'), current_setting('datestyle'))`

/**
 * Rejects rows of sessions on PostgreSQL that do not write each value as a text which is read back
 * as the same value by any session: positions are such texts. `TimeZone` and `bytea_output` may
 * have any value. So may `IntervalStyle`, if all connections have the same.
 *
 * Each row comes with the settings of its session. A question of its own would be answered by
 * another connection of the pool, or before a setting changes.
 *
 * @throws ConfigurationError when numbers are rounded, or moments are written in another style.
 */
export function requireExactTexts(rows: readonly AnyRow[]): void {
  // The statements of one page may be those of several connections.
  for (const settings of new Set(rows.map((row) => row[settingsColumn]))) {
    requireExactSession(String(settings))
  }
}

function requireExactSession(settings: string): void {
  const digits = settings.slice(0, settings.indexOf(' '))
  const style = settings.slice(digits.length + 1)
  const wrong = [
    ...(Number(digits) < 1 ? [`extra_float_digits = ${digits}`] : []),
    ...(style.startsWith('ISO') ? [] : [`DateStyle = ${style}`]),
  ]
  if (wrong.length === 0) return
  throw new ConfigurationError(
    `Cursors need exact values, but the sessions of the database have ${wrong.join(' and ')}. ` +
      "Set both for the connections of your pool: new Pool({ options: '-c extra_float_digits=3 " +
      "-c DateStyle=ISO' }), or with alter role … set ….",
  )
}
