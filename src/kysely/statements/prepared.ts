import { createHash } from 'node:crypto'
import { Lru } from '../../caching/lru.ts'

/** Where a statement is sent prepared. */
export type PreparedWhere = 'everywhere' | 'outside transactions'

interface Kept {
  readonly name: string
  readonly where: PreparedWhere
}

/** Most texts with a name. Lists write one for each combination of filters. */
const maxTexts = 1000

const kept = new Lru<string, Kept>({ max: maxTexts })

/**
 * Marks a statement as frequent.
 *
 * @param where `everywhere` only if no migration is likely to change its columns: within a
 *   transaction a statement that no longer fits cannot be prepared again.
 */
export function keepPrepared(sql: string, where: PreparedWhere): void {
  if (kept.get(sql)?.where === where) return
  const digest = createHash('sha256').update(sql).digest('hex')
  kept.set(sql, { name: `turnpike_${digest.slice(0, 24)}`, where })
}

/**
 * The name under which a connection may keep the statement prepared; null if it is not worth it.
 * The same text has the same name in all processes, because a pooler may share their connections.
 */
export function preparedName(sql: string, isInTransaction: boolean): string | null {
  const known = kept.get(sql)
  if (known === undefined || (isInTransaction && known.where !== 'everywhere')) return null
  return known.name
}
