import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { childrenOf, endedProcessorTime, ownProcessorTime, parentOf } from './process-figures.ts'

/** What a PostgreSQL server has used. */
export interface PostgresClock {
  /**
   * Microseconds of processor time of all its processes so far. Those that have ended are counted in hundredths of a
   * second.
   */
  used(): Promise<number>
  close(): Promise<void>
}

/** The clock of a database's server, or null when the server runs on another machine. */
export async function openPostgresClock(database: string): Promise<PostgresClock | null> {
  const client = new Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backend = rows[0]?.pid ?? 0
  const name = await readFile(`/proc/${backend}/comm`, 'utf8').catch(() => '')
  if (!name.startsWith('postgres')) {
    await client.end()
    return null
  }
  const server = await parentOf(backend)
  return {
    async used() {
      const ended = await endedProcessorTime(server)
      const running = await Promise.all((await childrenOf(server)).map(ownProcessorTime))
      return running.reduce((sum, each) => sum + each, ended)
    },
    close: () => client.end(),
  }
}
