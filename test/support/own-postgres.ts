import { execFile } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { userIds } from './user-ids.ts'

/** A PostgreSQL server of a test's own, which it may stop and start. */
export interface OwnPostgres {
  /** Of the database `postgres`, with a random password. */
  readonly url: string
  start(): Promise<void>
  /** `fast` ends the sessions first; `immediate` is like a crash. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  /** Changes a parameter of the server and has it read again. */
  set(parameter: string, value: string): Promise<void>
  /** Another server that replays the log of this one, until it is promoted. */
  openStandby(): Promise<OwnPostgres>
  /** Makes a standby the primary. */
  promote(): Promise<void>
  close(): Promise<void>
}

/** Where all of the server's programs are. */
const programs = (
  process.env.TEST_POSTGRES_PROGRAMS?.split(delimiter) ?? [
    ...(process.env.PATH ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
  ]
).find((folder) =>
  ['initdb', 'pg_ctl', 'pg_basebackup'].every((program) => existsSync(join(folder, program))),
)

/** Why tests that stop a server are skipped, or null when there are the programs for it. */
export const ownPostgresMissing: string | null = whyMissing()

function whyMissing(): string | null {
  if (programs !== undefined) return null
  const reason = 'There is no initdb of PostgreSQL, neither in PATH nor in /usr/lib/postgresql.'
  if (process.env.TURNPIKE_NO_SKIPS) throw new Error(reason)
  console.warn(`Skipping tests: ${reason}`)
  return reason
}

/** Makes a server on a free port and starts it. */
export const openOwnPostgres = (): Promise<OwnPostgres> =>
  openServer((run, data) => run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'))

type Run = (program: string, ...args: string[]) => Promise<void>

async function openServer(fill: (run: Run, data: string) => Promise<void>): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-postgres-'))
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? userIds('postgres') : null
  if (owner !== null) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const log = join(folder, 'log')
  const url = `postgres://postgres:a-password-to-look-for@127.0.0.1:${port}/postgres`

  const run: Run = async (program, ...args) => {
    await promisify(execFile)(join(programs ?? '', program), args, { ...owner, cwd: folder })
  }
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`
  const start = () => run('pg_ctl', 'start', '-w', '-D', data, '-l', log, '-o', options)
  const stop = (mode = 'fast') => run('pg_ctl', 'stop', '-w', '-D', data, '-m', mode)

  await fill(run, data)
  await start()
  return {
    url,
    start,
    stop,
    async set(parameter, value) {
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query(`alter system set ${parameter} = '${value}'`)
      await client.query('select pg_reload_conf()').finally(() => client.end())
    },
    openStandby: () =>
      openServer((run, data) =>
        // `--write-recovery-conf` makes it follow this server.
        run(
          'pg_basebackup',
          '-d',
          url,
          '-D',
          data,
          '--write-recovery-conf',
          '-c',
          'fast',
          '--no-sync',
        ),
      ),
    promote: () => run('pg_ctl', 'promote', '-w', '-D', data),
    async close() {
      await stop('immediate').catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
