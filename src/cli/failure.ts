import { CommanderError } from 'commander'
import { TokenUnreadable } from '../accounts/token-store.ts'
import { InvalidUser, UserNotFound, UsernameTaken } from '../accounts/user-store.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { DatabaseNotMigrated, DatabaseTooNew } from '../kysely/migrations/migrate.ts'
import { DatabaseUnavailable } from '../kysely/outages.ts'
import { ListenError } from '../node/sockets/listen.ts'
import { CopyRefused } from '../service/copying/copy-refused.ts'
import { WorkerFailed } from '../service/processes/worker-process.ts'

/** A command cannot do what it is asked. The message tells the user what to change. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** Errors whose message is written for the user of the command line. */
const explained = [
  CommandFailed,
  CopyRefused,
  ConfigurationError,
  DatabaseNotMigrated,
  DatabaseTooNew,
  InvalidUser,
  ListenError,
  TokenUnreadable,
  UserNotFound,
  UsernameTaken,
  WorkerFailed,
]

/**
 * Writes the reason to the standard error, without a stack trace unless nobody foresaw the error.
 *
 * @returns the exit code.
 */
export function reportFailure(error: unknown): number {
  // Commander has written its own message, or the help text that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2

  if (error instanceof DatabaseUnavailable) {
    console.error(`turnpike: The database does not answer: ${error.reason}`)
  } else if (explained.some((type) => error instanceof type)) {
    console.error(`turnpike: ${(error as Error).message}`)
  } else {
    console.error('turnpike: an error that should not happen:', error)
  }
  return 1
}
