import { mark } from 'turnpike/kit'
import type { AnyDatabase } from '../database.ts'
import { quoted, type TableName } from '../tables/name.ts'
import type { FoundCounters } from './counted-sql.ts'
import { countedSqlOf } from './systems.ts'

/** By the adapter, which a database shares with its transactions. */
const countersByTable = mark<object, Map<string, Promise<FoundCounters | null>>>()

/** The counters of a table, read once; null if it has none that its writers keep. */
export function countersOf(db: AnyDatabase, table: TableName): Promise<FoundCounters | null> {
  const { adapter } = db.getExecutor()
  const known = countersByTable.get(adapter) ?? new Map<string, Promise<FoundCounters | null>>()
  countersByTable.set(adapter, known)

  const name = quoted(table)
  const found = known.get(name) ?? countedSqlOf(db).find(db.withoutPlugins(), table)
  known.set(name, found)
  found.catch(() => known.delete(name))
  return found
}

/** Has the counters of all tables read again, because they may have changed. */
export const forgetCounters = (db: AnyDatabase): void => {
  countersByTable.delete(db.getExecutor().adapter)
}
