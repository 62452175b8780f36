import {
  DatabaseNotMigrated,
  DatabaseTooNew,
  DatabaseUnavailable,
  MigrationFailed,
} from '@turnpike/sql'
import { CommanderError } from 'commander'
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
