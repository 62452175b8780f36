import type { DatabaseLoad } from 'turnpike/kit'
import type { Family, Sample } from './families.ts'

/** The connections of databases, by the names that they were given. */
export function databaseFamilies(databases: ReadonlyMap<string, () => DatabaseLoad>): Family[] {
  const open: Sample[] = []
  const queues: Sample[] = []
  for (const [database, load] of databases) {
    const { connections, waiting } = load()
    if (waiting !== null) queues.push({ labels: { database }, value: waiting })
    if (connections === null) continue
    const { total, idle } = connections
    open.push(
      { labels: { database, state: 'used' }, value: total - idle },
      { labels: { database, state: 'idle' }, value: idle },
    )
  }
  return [
    {
      name: 'turnpike_database_connections',
      help: 'Open connections to PostgreSQL.',
      type: 'gauge',
      samples: open,
    },
    {
      name: 'turnpike_database_waiting',
      help: 'Work that waits for a connection to PostgreSQL, or for the writer of SQLite.',
      type: 'gauge',
      samples: queues,
    },
  ]
}
