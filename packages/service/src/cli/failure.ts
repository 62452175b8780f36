import { ConfigurationError, InvalidUser, UserNotFound, UsernameTaken } from 'turnpike'
import { CommandFailed, InvalidApiKey, TokenUnreadable } from 'turnpike/kit'
import { ListenError } from 'turnpike/node'
import { CopyRefused } from '../service/copying/copy-refused.ts'
import { WorkerFailed } from '../service/processes/worker-process.ts'

/** Errors whose messages are meant for users of the command line. */
const explained = [
  CommandFailed,
  CopyRefused,
  ConfigurationError,
  InvalidApiKey,
  InvalidUser,
  ListenError,
  TokenUnreadable,
  UserNotFound,
  UsernameTaken,
  WorkerFailed,
]

/**
 * Writes the reason to the standard error. Only unexpected errors have a stack trace.
 *
 * @returns the exit code.
 */
export async function reportFailure(error: unknown): Promise<number> {
  const reason = explained.some((type) => error instanceof type)
    ? (error as Error).message
    : (missingLibrary(error) ?? (await databaseFailure(error)))
  if (reason === null) console.error('turnpike: unexpected error:', error)
  else console.error(`turnpike: ${reason}`)
  return 1
}

/** The message for an installation without Kysely; null for other errors. */
function missingLibrary(error: unknown): string | null {
  const { code, message = '' } = Object(error) as { code?: unknown; message?: string }
  const isMissing = code === 'ERR_MODULE_NOT_FOUND' && message.includes("'kysely'")
  return isMissing
    ? 'The service needs the package kysely, which is not installed: npm install kysely@0.29'
    : null
}

/** The message for an error of @turnpike/sql; null for other errors. */
async function databaseFailure(error: unknown): Promise<string | null> {
  // It cannot be imported without Kysely. Then the error is not one of its own.
  const sql = await import('@turnpike/sql').catch(() => null)
  if (sql === null) return null
  if (error instanceof sql.DatabaseUnavailable) {
    return `The database does not answer: ${error.reason}`
  }
  const explained = [
    sql.DatabaseNotMigrated,
    sql.DatabaseTooNew,
    sql.MigrationFailed,
    sql.MigrationRefused,
  ]
  return explained.some((type) => error instanceof type)
    ? (error as Error).message
    : refusalOfServer(error)
}

/** What the user of a PostgreSQL database lacks, and the remedy; null for other errors. */
function refusalOfServer(error: unknown): string | null {
  const { code, message = '' } = Object(error) as { code?: unknown; message?: string }
  // Since PostgreSQL 15 only its owner may create tables in the schema `public`.
  if (code === '42501')
    return (
      `PostgreSQL refuses this to the user of DATABASE_URL: ${message}. As the owner of the ` +
      'database, allow it, for new tables by: grant create on schema public to …'
    )
  if (code === '3F000')
    return (
      `PostgreSQL refuses this: ${message}. The search_path of the user or of the database names no ` +
      'schema that exists: alter role … set search_path = public'
    )
  return null
}
