import type { AnyDatabase } from '../kysely/database.ts'
import { poolCountsOf } from '../kysely/postgres/shared-dialect.ts'
import { waitingForWriter } from '../kysely/sqlite/change-token.ts'
import type { Family, Sample } from './families.ts'

/** The connections of databases, by the names that they were given. */
export function databaseFamilies(databases: ReadonlyMap<string, AnyDatabase>): Family[] {
  const connections: Sample[] = []
  const waiting: Sample[] = []
  for (const [database, db] of databases) {
    const counts = poolCountsOf(db)?.()
    const queue = counts?.waiting ?? waitingForWriter(db)
    if (queue !== undefined) waiting.push({ labels: { database }, value: queue })
    if (counts === undefined) continue
    const { total, idle } = counts
    connections.push(
      { labels: { database, state: 'used' }, value: total - idle },
      { labels: { database, state: 'idle' }, value: idle },
    )
  }
  return [
    {
      name: 'turnpike_database_connections',
      help: 'Open connections to PostgreSQL.',
      type: 'gauge',
      samples: connections,
    },
    {
      name: 'turnpike_database_waiting',
      help: 'What waits for a connection to PostgreSQL, or for the writer of SQLite.',
      type: 'gauge',
      samples: waiting,
    },
  ]
}
