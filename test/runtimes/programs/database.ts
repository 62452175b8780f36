import { type Generated, Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import { type PasswordHasher, pbkdf2 } from 'turnpike'
import {
  kyselyAccounts,
  kyselySessions,
  kyselyStore,
  kyselyThrottleStore,
  migrate,
  sqliteDialect,
} from 'turnpike/kysely'
import { argon2id } from 'turnpike/node'
import { ann, firstNotes, type Note, type Stores } from './api.ts'
import { nodeSqlite } from './node-sqlite.ts'

interface Tables {
  note: Omit<Note, 'id'> & { id: Generated<number> }
}

/** `better-sqlite3`, `node:sqlite`, or the URL of a PostgreSQL. */
async function dialectOf(database: string) {
  if (database === 'better-sqlite3') {
    const { default: Sqlite } = await import('better-sqlite3')
    return sqliteDialect(new Sqlite(':memory:'))
  }
  if (database === 'node:sqlite') {
    const { DatabaseSync } = await import('node:sqlite')
    return new SqliteDialect({ database: nodeSqlite(new DatabaseSync(':memory:')) })
  }
  const { Pool } = await import('pg')
  return new PostgresDialect({ pool: new Pool({ connectionString: database }) })
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
