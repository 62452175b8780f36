import { readFileSync, writeFileSync } from 'node:fs'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Logger } from '../logger.ts'
import { randomSecret } from '../signing.ts'
import type { Config } from './config.ts'

/**
 * The secrets of a service: those of `SECRET_KEYS`, else one of its own, made at the first start and
 * kept in a file beside the SQLite database that its owner alone may read. A database in memory, and one
 * on a server, has one as long as the process lives.
 *
 * @throws ConfigurationError when the file cannot be read or made.
 */
export function serviceSecrets(
  { databaseUrl, settings }: Pick<Config, 'databaseUrl' | 'settings'>,
  logger: Logger,
): readonly string[] {
  if (settings.SECRET_KEYS !== undefined) return settings.SECRET_KEYS

  const database = /^sqlite:(.+)$/.exec(databaseUrl)?.[1]
  if (database === undefined) {
    logger.warn(
      {},
      'SECRET_KEYS is not set: cursors and CSRF tokens hold until this process ends, and in no other one.',
    )
  }
  if (database === undefined || database === ':memory:') return [randomSecret()]
  const path = `${database}.secret`
  try {
    return [readSecret(path) ?? makeSecret(path, logger)]
  } catch (cause) {
    throw new ConfigurationError(
      `The secret of the service cannot be kept in ${path}: ${(cause as Error).message}. ` +
        'Set SECRET_KEYS to a text of at least 32 random characters instead.',
      { cause },
    )
  }
}

function makeSecret(path: string, logger: Logger): string {
  const secret = randomSecret()
  try {
    // Of several processes that start at once, one makes the file.
    writeFileSync(path, `${secret}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const made = isCode(error, 'EEXIST') ? readSecret(path) : null
    if (made === null) throw error
    return made
  }
  logger.info({ path }, 'Made a secret for signing; set SECRET_KEYS to use one of your own.')
  return secret
}

/** Null when there is no file. */
function readSecret(path: string): string | null {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    if (secret.length >= 32) return secret
    throw new Error('it has fewer than 32 characters')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
