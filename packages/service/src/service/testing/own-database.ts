import { createHash, randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { DatabaseUnavailable } from '@turnpike/sql'
import { openDatabase, sqlitePath } from '@turnpike/sql/node'
import { type Kysely, sql } from 'kysely'
import { ConfigurationError } from 'turnpike'
import { withoutPassword } from 'turnpike/kit'
import type { Config } from '../config.ts'
import { createService } from '../create-service.ts'
import type { AnyService } from '../define-service.ts'

/** A database that nobody else uses. */
export interface OwnDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** With SQLite it is in memory; with PostgreSQL a copy of one that has the tables. */
export async function ownDatabase(definition: AnyService, config: Config): Promise<OwnDatabase> {
  const { databaseUrl: server } = config
  if (sqlitePath(server) !== null) return { url: 'sqlite::memory:', drop: async () => {} }

  const name = `turnpike_test_${randomUUID().replaceAll('-', '')}`
  await administer(server, async (db) => {
    const template = await migratedTemplate(db, definition, config)
    await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(db)
  })
  return {
    url: named(server, name),
    drop: () =>
      administer(server, async (db) => {
        await sql`drop database if exists ${sql.id(name)} with (force)`.execute(db)
      }),
  }
}

/**
 * The database with the tables, made once for all tests with the same migrations. Those of earlier
 * migrations are dropped. A lock of the server lets one process make it.
 */
async function migratedTemplate(
  db: Kysely<unknown>,
  definition: AnyService,
  config: Config,
): Promise<string> {
  const prefix = `turnpike_template_${digest(definition.name)}_`
  const name = `${prefix}${digest(sourceOf(definition))}`
  await sql`select pg_advisory_lock(${lock})`.execute(db)
  try {
    const { rows } = await sql<{ datname: string }>`
      select datname from pg_database where starts_with(datname, ${prefix})`.execute(db)
    const found = rows.map(({ datname }) => datname)
    if (found.includes(name)) return name

    for (const old of found) await sql`drop database if exists ${sql.id(old)}`.execute(db)
    // Only one that is complete has the name.
    const making = `${name}_making`
    await sql`drop database if exists ${sql.id(making)} with (force)`.execute(db)
    await sql`create database ${sql.id(making)}`.execute(db)
    try {
      const own = { ...config, databaseUrl: named(config.databaseUrl, making) }
      const service = await createService(definition, own, { migrate: true })
      await service.close()
      await sql`alter database ${sql.id(making)} rename to ${sql.id(name)}`.execute(db)
    } catch (error) {
      await sql`drop database if exists ${sql.id(making)} with (force)`.execute(db)
      throw error
    }
    return name
  } finally {
    await sql`select pg_advisory_unlock(${lock})`.execute(db)
  }
}

/** Any number will do that nobody else uses. */
const lock = 7_418_530_962

/**
 * What decides which tables there are: the version of Turnpike, and the migrations. What these call
 * is not known here.
 */
const sourceOf = ({ migrations = {} }: AnyService): string =>
  [version(), ...Object.entries(migrations).map(([name, { up }]) => `${name}: ${up}`)].join('\n')

const version = (): string => createRequire(import.meta.url)('turnpike/package.json').version

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 12)

/** The URL with another database. It may name several hosts, as no other URL does. */
const named = (url: string, database: string): string =>
  url.replace(/^([^:]+:\/\/[^/?#]*)(?:\/[^?#]*)?/, `$1/${database}`)

/** Works on one connection to the server. @throws ConfigurationError when it does not answer. */
async function administer<Result>(
  url: string,
  work: (db: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  // The lock is held for as long as the migrations of another process take.
  const { db, close } = openDatabase(url, { patient: true })
  try {
    return await db.connection().execute(work)
  } catch (error) {
    const reason = refusalOf(error)
    if (reason === null) throw error
    throw new ConfigurationError(
      `The server ${withoutPassword(url)} cannot be used for tests: ${reason} ` +
        'Where the application can use SQLite, tests without DATABASE_URL have it in memory.',
      { cause: error },
    )
  } finally {
    await close()
  }
}

/** Why the server is of no use, and what to do; null if it is another error. */
function refusalOf(error: unknown): string | null {
  if (error instanceof DatabaseUnavailable) {
    const saysWhatToDo = error.reason.includes('. ')
    return saysWhatToDo ? `${error.reason}.` : `${error.reason}. Start it.`
  }
  // insufficient_privilege
  const { code, message = '' } = Object(error) as { code?: string; message?: string }
  return code === '42501' ? `${message}. Let its user make some: alter role … createdb.` : null
}
