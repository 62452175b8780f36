import { createQueryId } from 'kysely'
import { type AnyDatabase, hasPlugins } from '../database.ts'

/**
 * The names of the columns in rows after plugins: with `CamelCasePlugin`, `user_name` is
 * `userName`.
 */
export async function fieldNames(
  db: AnyDatabase,
  columns: readonly string[],
): Promise<readonly string[]> {
  if (!hasPlugins(db)) return columns
  try {
    const rows = columns.map((column) => ({ [column]: null }))
    let result: { rows: Record<string, unknown>[] } = { rows }
    for (const plugin of db.getExecutor().plugins) {
      result = await plugin.transformResult({ queryId: createQueryId(), result })
    }
    const names = result.rows.map((row) => Object.keys(row))
    return columns.map((column, index) => names[index]?.[0] ?? column)
  } catch {
    // The plugin only handles results of queries that it has seen.
    return columns
  }
}
