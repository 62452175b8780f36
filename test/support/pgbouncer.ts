import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { programs } from './programs.ts'
import { userIds } from './user-ids.ts'

/** A PgBouncer of a test's own, in front of the server of the tests. */
export interface PgBouncer {
  /** The URL of a database of that server, by way of PgBouncer. */
  behind(url: string): string
  close(): Promise<void>
}

/** Why tests with PgBouncer are skipped, or null when it is installed. */
export const pgBouncerMissing: string | null = whyMissing()

function whyMissing(): string | null {
  if (existsSync(programs.pgBouncer)) return null
  const reason = `There is no ${programs.pgBouncer} (TEST_PGBOUNCER): install pgbouncer.`
  if (process.env.TURNPIKE_NO_SKIPS) throw new Error(reason)
  console.warn(`Skipping tests: ${reason}`)
  return reason
}

/**
 * Starts PgBouncer in transaction mode with the settings of docs/databases.md.
 *
 * @param server a URL of the server, whose host, port and user it takes.
 * @param poolSize how many connections to the server it opens for each database.
 */
export async function startPgBouncer(server: string, poolSize: number): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-pgbouncer-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, configuration(new URL(server), { port, poolSize }))
  // It refuses to run as root.
  const owner = process.getuid?.() === 0 ? userIds('nobody') : null
  if (owner !== null) chownSync(folder, owner.uid, owner.gid)

  const child = spawn(programs.pgBouncer, ['--quiet', file], { ...owner, cwd: folder })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const behind = (url: string) => {
    const own = new URL(url)
    own.host = `127.0.0.1:${port}`
    return own.href
  }
  await untilItAnswers(behind(server), child, () => log)

  return {
    behind,
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.kill('SIGTERM')) await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const configuration = (
  { hostname, port: serverPort, username, password }: URL,
  { port, poolSize }: { port: number; poolSize: number },
): string => `[databases]
* = host=${hostname} port=${serverPort || 5432} user=${username || 'postgres'} ${
  password ? `password=${decodeURIComponent(password)}` : ''
}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout
`

async function untilItAnswers(url: string, child: ChildProcess, log: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PgBouncer has ended: ${log()}`)
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
