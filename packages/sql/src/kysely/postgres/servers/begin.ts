import type { PostgresClient, PostgresResult } from '../client.ts'
import type { Running } from '../session.ts'
import type { TimeLimit } from '../time-limit.ts'
import type { ServerState } from './servers.ts'

/** What a new connection has found. */
export interface Beginning extends ServerState {
  /** Whether there is no pooler in between. */
  readonly isDirect: boolean
}

/** Sends the first statements of a connection. */
export function begin(client: PostgresClient, running: TimeLimit<Running>): Promise<Beginning> {
  return new Promise((resolve, reject) => {
    const statement: Running = { timeOut: () => reject(new Error('Query read timeout')) }
    running.add(statement)
    client.query(beginning, [], (error, results) => {
      running.delete(statement)
      if (error) reject(error)
      else resolve(beginningOf(client, results))
    })
  })
}

/**
 * A role or a database may be configured to round numbers and to write dates in a national style,
 * which cannot be parsed exactly. Cursors contain the server's text. The process of the server
 * shows whether there is a pooler in between.
 */
const beginning = `set extra_float_digits = 3; set datestyle = 'ISO';
select pg_backend_pid() as process, pg_is_in_recovery() as is_standby,
  current_setting('transaction_read_only') as read_only`

interface Row {
  readonly process: unknown
  readonly is_standby: boolean
  readonly read_only: 'on' | 'off'
}

function beginningOf(client: PostgresClient, results: PostgresResult): Beginning {
  const row = (results as unknown as PostgresResult[]).at(-1)?.rows[0] as Row
  return {
    isDirect: Number(row.process) === client.processID,
    isStandby: row.is_standby,
    isReadOnly: row.read_only === 'on',
  }
}
