import {
  kyselyAccounts,
  kyselySessions,
  kyselyStore,
  kyselyThrottleStore,
  migrate,
  sqliteDialect,
} from '@turnpike/sql'
import { type Generated, Kysely, PostgresDialect } from 'kysely'
import { type PasswordHasher, pbkdf2 } from 'turnpike'
import { argon2id } from 'turnpike/node'
import { ann, firstNotes, type Note, type Stores } from './api.ts'

interface Tables {
  note: Omit<Note, 'id'> & { id: Generated<number> }
}

/** `better-sqlite3`, `node:sqlite`, `bun:sqlite`, or the URL of a PostgreSQL. */
export async function dialectOf(
  database: string,
  path = ':memory:',
  connectionTimeoutMillis = 10_000,
) {
  if (database.startsWith('postgres:')) {
    const { Pool } = await import('pg')
    return new PostgresDialect({ pool: new Pool({ connectionString: database }) })
  }
  const open = await openerOf(database)
  const sqlite = open(path)
  if (path === ':memory:') return sqliteDialect(sqlite)
  sqlite.prepare('pragma journal_mode = wal').all()
  // Bun has them off by default.
  sqlite.prepare('pragma foreign_keys = on').run()
  // Nothing here outlives the process.
  sqlite.prepare('pragma synchronous = off').run()
  return sqliteDialect(sqlite, { openReader: () => open(path), connectionTimeoutMillis })
}

async function openerOf(library: string) {
  if (library === 'node:sqlite') {
    const { DatabaseSync } = await import('node:sqlite')
    return (path: string) => new DatabaseSync(path)
  }
  // Bun has the same class, without types here.
  const name = library === 'bun:sqlite' ? library : 'better-sqlite3'
  const { default: Sqlite }: { default: typeof import('better-sqlite3') } = await import(name)
  return (path: string) => new Sqlite(path)
}

/** Stores of a database that is empty at first. */
export async function databaseStores(database: string): Promise<Stores> {
  const db = new Kysely<Tables>({ dialect: await dialectOf(database) })
  await migrate(db)
  const serial = database.startsWith('postgres:') ? 'serial' : 'integer'
  await db.schema
    .createTable('note')
    .addColumn('id', serial, (id) => id.primaryKey())
    .addColumn('title', 'text', (title) => title.notNull().unique())
    .addColumn('rating', 'integer', (rating) => rating.notNull())
    .execute()
  await db.insertInto('note').values(firstNotes).execute()
  const accounts = kyselyAccounts(db, {
    secrets: ['a secret that is the same for all checks'],
    passwords: passwordHasher(),
  })
  await accounts.users.create(ann)
  return {
    ...accounts,
    sessions: kyselySessions(db),
    notes: kyselyStore(db, 'note'),
    throttles: kyselyThrottleStore(db),
    close: () => db.destroy(),
  }
}

/** Argon2id where the runtime has it. What it says elsewhere is written out, to be checked. */
function passwordHasher(): PasswordHasher {
  try {
    return argon2id({ memory: 1024 })
  } catch (error) {
    console.log(String(error))
    return pbkdf2({ iterations: 10_000 })
  }
}
