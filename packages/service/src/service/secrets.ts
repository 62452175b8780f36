import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { sqlitePath } from '@turnpike/sql/node'
import { ConfigurationError, type Logger } from 'turnpike'
import { randomSecret } from 'turnpike/internal/http/signing'
import { secret } from 'turnpike/kit'
import type { Config } from './config.ts'

/**
 * The secrets of a service and its commands: those of `SECRET_KEYS`, or a generated one. That is
 * created at the first start and stored in a file beside the SQLite database, one per line,
 * readable only by its owner. A database in memory has one as long as it lives.
 *
 * @throws ConfigurationError when there is no secret and no place for one, or the file cannot be
 *   read or created.
 */
export function serviceSecrets(
  { databaseUrl, settings }: Pick<Config, 'databaseUrl' | 'settings'>,
  logger: Pick<Logger, 'info'>,
): readonly string[] {
  if (settings.SECRET_KEYS !== undefined) return settings.SECRET_KEYS

  if (sqlitePath(databaseUrl) === null) throw new ConfigurationError(secretsNeeded)
  const path = secretPath(databaseUrl)
  if (path === null) return [randomSecret()]
  try {
    return readSecrets(path) ?? makeSecret(path, logger)
  } catch (cause) {
    throw new ConfigurationError(
      `The secret of the service cannot be stored in ${path}: ${(cause as Error).message}. ` +
        `Set SECRET_KEYS to ${secret.expected} instead.`,
      { cause },
    )
  }
}

/**
 * The existing secrets. Creates none.
 *
 * @returns null when there are none yet.
 * @throws Error when the file of the secret cannot be read.
 */
export function existingSecrets({
  databaseUrl,
  settings,
}: Pick<Config, 'databaseUrl' | 'settings'>): readonly string[] | null {
  if (settings.SECRET_KEYS !== undefined) return settings.SECRET_KEYS
  const path = secretPath(databaseUrl)
  return path === null ? null : readSecrets(path)
}

/** The file with the secret of a SQLite database; null for other databases. */
export function secretPath(databaseUrl: string): string | null {
  const database = sqlitePath(databaseUrl)
  return database === null || database === ':memory:' ? null : `${database}.secret`
}

const secretsNeeded =
  'SECRET_KEYS is not set. It seals tokens, and the other processes that use this database ' +
  'need the same one: create one with turnpike secrets generate, and set it wherever DATABASE_URL is set.'

function makeSecret(path: string, logger: Pick<Logger, 'info'>): readonly string[] {
  const made = randomSecret()
  const draft = `${path}.${process.pid}`
  try {
    // If several processes start at once, one creates the file and none sees it half written.
    writeFileSync(draft, `${made}\n`, { mode: 0o600 })
    linkSync(draft, path)
  } catch (error) {
    const others = isCode(error, 'EEXIST') ? readSecrets(path) : null
    if (others === null) throw error
    return others
  } finally {
    rmSync(draft, { force: true })
  }
  logger.info(
    { path },
    `Created a secret in ${path}. Keep that file with the database, or set SECRET_KEYS to your own.`,
  )
  return [made]
}

/** Null when there is no file. */
function readSecrets(path: string): readonly string[] | null {
  try {
    const secrets = readFileSync(path, 'utf8')
      .trim()
      .split(/\s*\n\s*/)
    if (!secrets.every(secret.accepts)) {
      throw new Error(`each line of it must be ${secret.expected}`)
    }
    // Workers get them in SECRET_KEYS, separated by commas.
    if (secrets.some((line) => line.includes(','))) throw new Error('it has a comma in it')
    return secrets
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
