import { createQueryId } from 'kysely'
import { type AnyDatabase, hasPlugins } from '../database.ts'

/**
 * The names that the columns have in rows that are read, as plugins make them: `user_name` is
 * `userName` by `CamelCasePlugin`.
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
    // The plugin only knows results of queries that it has seen.
    return columns
  }
}
