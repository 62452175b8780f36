import { arrayItems, arrayStore } from 'turnpike'
import type { Pair, Row } from '../pair.ts'
import { keyOf, type TableName } from '../tables.ts'

/** Turnpike's own items in memory, for comparison. */
export const arrayPair: Pair = {
  orm: 'Arrays',
  version: '',
  database: 'in memory',
  kind: 'memory',
  async connect() {
    const tables = new Map<TableName, Record<string, unknown>[]>()
    const rowsOf = (table: TableName) => {
      const rows = tables.get(table) ?? []
      tables.set(table, rows)
      return rows
    }
    return {
      db: null,
      store: (table) => arrayStore(rowsOf(table), { key: keyOf(table) ?? 'id' }),
      items: (table) => arrayItems(rowsOf(table), { key: keyOf(table) ?? 'id' }),
      insert: async (table, row: Row) => void rowsOf(table).push({ ...row }),
      close: async () => {},
    }
  },
}
