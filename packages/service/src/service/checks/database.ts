import { statSync } from 'node:fs'
import { migrationState } from '@turnpike/sql'
import { type Database, sqlitePath } from '@turnpike/sql/node'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { secretPath } from '../secrets.ts'
import type { Check, Finding } from './finding.ts'

/** `database.unreachable` */
export const databaseAnswers: Check = {
  isForDeploy: false,
  find: ({ databaseError, config }) =>
    databaseError === null
      ? []
      : [
          {
            id: 'database.unreachable',
            severity: 'error',
            message: `The database cannot be used, so many checks were skipped: ${databaseError}`,
            remedy:
              sqlitePath(config.databaseUrl) === null
                ? 'Correct DATABASE_URL, start the server, or create the database with createdb and its tables with turnpike migrate.'
                : 'Correct DATABASE_URL, or create the database with turnpike migrate.',
          },
        ],
}

/** `database.damaged` */
export const databaseIsWhole: Check = {
  isForDeploy: false,
  find: ({ damage }) =>
    damage === null
      ? []
      : [
          {
            id: 'database.damaged',
            severity: 'error',
            message: `The database file is damaged, so many checks were skipped: ${damage}.`,
            remedy: 'Stop the service, keep the file, and restore a backup.',
          },
        ],
}

/** The first error in the SQLite file, which is read completely; null if there is none. */
export async function damageOf({ db }: Database, { databaseUrl }: Config): Promise<string | null> {
  if (sqlitePath(databaseUrl) === null) return null
  try {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
    const verdict = rows[0]?.quick_check ?? 'the check returned nothing'
    return verdict === 'ok' ? null : verdict.replaceAll('\n', ' ')
  } catch (error) {
    return (error as Error).message
  }
}

/** `database.migrations` */
export const databaseMigrated: Check = {
  isForDeploy: false,
  async find({ database, definition }) {
    if (database === null) return []
    const state = await migrationState(database.db, definition.migrations)
    if (state === 'current') return []
    const isAhead = 'ahead' in state
    const names = (isAhead ? state.ahead : state.behind).join(', ')
    return [
      {
        id: 'database.migrations',
        severity: 'error',
        message: isAhead
          ? `The database has migrations of a later version: ${names}. The views were not checked.`
          : `The database lacks migrations: ${names}. The views were not checked.`,
        remedy: isAhead
          ? 'Start the version that migrated it, or restore a backup from before.'
          : 'Run turnpike migrate, with the module of the service.',
      },
    ]
  },
}

/** `database.memory` */
export const databaseLasts: Check = {
  isForDeploy: true,
  find: ({ config }) =>
    sqlitePath(config.databaseUrl) !== ':memory:'
      ? []
      : [
          {
            id: 'database.memory',
            severity: 'error',
            message: 'The database is in memory: everything in it is lost when the process ends.',
            remedy: 'Set DATABASE_URL to a file or a server.',
          },
        ],
}

/** `database.replicas` */
export const replicasKnowWrites: Check = {
  isForDeploy: true,
  find({ config: { databaseReplicaUrls, databaseReplicaPositions, workers } }) {
    const areShared = databaseReplicaPositions !== 'memory' || workers === null || workers < 2
    if (databaseReplicaUrls.length === 0 || areShared) return []
    return [
      {
        id: 'database.replicas',
        severity: 'error',
        message: `Each of the ${workers} workers knows only of the writes that it has done itself, so clients may not see what they have just written.`,
        remedy: 'Set DATABASE_REPLICA_POSITIONS to the URL of a Redis, or to header.',
      },
    ]
  },
}

/** `files.readable` */
export const filesArePrivate: Check = {
  isForDeploy: false,
  find({ config }) {
    const path = sqlitePath(config.databaseUrl)
    if (path === null || path === ':memory:') return []
    // SQLite gives its log the permissions of the file.
    const database = isOpenToOthers(path) ? [path] : [path, `${path}-wal`, `${path}-shm`]
    const secret = secretPath(config.databaseUrl)
    return [...database, ...(secret ? [secret] : [])].filter(isOpenToOthers).map(
      (open): Finding => ({
        id: 'files.readable',
        severity: 'error',
        message: `Other users of this machine can read or change ${open}.`,
        remedy: `chmod 600 ${open}`,
      }),
    )
  },
}

/** Windows has no such permission bits and reports that everyone may do everything. */
function isOpenToOthers(path: string): boolean {
  if (process.platform === 'win32') return false
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && (found.mode & 0o077) !== 0
}
