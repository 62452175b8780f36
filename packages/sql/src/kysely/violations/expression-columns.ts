import { sql } from 'kysely'
import type { AnyDatabase } from '../database.ts'

/** The columns in an expression of an index: `lower(title)` → `['title']`. */
export function columnsIn(expression: string, columns: readonly string[]): string[] {
  const bare = expression.replace(/'(?:[^']|'')*'/g, '').replace(/::[\w ]+/g, '')
  const names = bare.matchAll(/"((?:[^"]|"")+)"|([a-z_]\w*)(?!\w|\s*\()/gi)
  const mentioned = new Set(
    [...names].map(([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain)?.toLowerCase()),
  )
  return columns.filter((column) => mentioned.has(column.toLowerCase()))
}

/**
 * The expressions of a SQLite index: `create unique index i on note (lower(title)) where x` →
 * `lower(title)`.
 */
export async function indexExpression(db: AnyDatabase, index: string): Promise<string> {
  const { rows } = await sql<{ sql: string | null }>`
    select sql from sqlite_schema where type = 'index' and name = ${index}`.execute(db)
  const definition = rows[0]?.sql ?? ''
  const [keys = ''] = definition.slice(definition.indexOf('(') + 1).split(/\)\s*where\b/i)
  return keys
}
