import { createHash } from 'node:crypto'

const names = new Map<string, string>()

/** Marks a statement as frequent, with one plan that is good for all values. */
export function keepPrepared(sql: string): void {
  const digest = createHash('sha256').update(sql).digest('hex')
  names.set(sql, `turnpike_${digest.slice(0, 24)}`)
}

/**
 * The name under which a connection may keep the statement prepared; null if it is not worth it.
 * The same text has the same name in all processes, because a pooler may share their connections.
 */
export const preparedName = (sql: string): string | null => names.get(sql) ?? null
