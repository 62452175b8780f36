import { createHash } from 'node:crypto'

const names = new Map<string, string>()

/** Says that a statement is asked for over and over, with one plan that serves all values. */
export function keepPrepared(sql: string): void {
  const digest = createHash('sha256').update(sql).digest('hex')
  names.set(sql, `turnpike_${digest.slice(0, 24)}`)
}

/**
 * The name under which a connection may keep the statement prepared, or null for one that is not
 * worth it. The same text has the same name in all processes: a pooler may hand out the connection
 * of another one.
 */
export const preparedName = (sql: string): string | null => names.get(sql) ?? null
