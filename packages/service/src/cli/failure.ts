import { CommanderError } from 'commander'
import { InvalidApiKey } from '../accounts/keys/api-key.ts'
import { TokenUnreadable } from '../accounts/token-store.ts'
import { InvalidUser, UserNotFound, UsernameTaken } from '../accounts/user-store.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { DatabaseNotMigrated, DatabaseTooNew } from '../kysely/migrations/migrate.ts'
import { MigrationFailed } from '../kysely/migrations/migration-failed.ts'
import { DatabaseUnavailable } from '../kysely/outages.ts'
import { ListenError } from '../node/sockets/listen.ts'
import { CopyRefused } from '../service/copying/copy-refused.ts'
import { WorkerFailed } from '../service/processes/worker-process.ts'

/** A command failed. The message says what to change. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** Errors whose messages are meant for users of the command line. */
const explained = [
  CommandFailed,
  CopyRefused,
  ConfigurationError,
  DatabaseNotMigrated,
  DatabaseTooNew,
  InvalidApiKey,
  InvalidUser,
  ListenError,
  MigrationFailed,
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
export function reportFailure(error: unknown): number {
  // Commander has already written its message or the help text.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2

  if (error instanceof DatabaseUnavailable) {
    console.error(`turnpike: The database does not answer: ${error.reason}`)
  } else if (explained.some((type) => error instanceof type)) {
    console.error(`turnpike: ${(error as Error).message}`)
  } else {
    console.error('turnpike: unexpected error:', error)
  }
  return 1
}
