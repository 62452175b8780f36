import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { Client } from 'pg'
import type { Config, Service } from 'turnpike/service'
import type { Entry } from './entries.ts'

/** What an entry finds when it starts. */
export interface EntryData {
  /** Path of a SQLite file of its own, or URL of a PostgreSQL database. */
  readonly database: string
  /** A token of each user. */
  readonly keys: readonly string[]
}

/** The databases of the entries. */
export interface Data extends AsyncDisposable {
  of(entry: Entry): EntryData
}

export const postgresUrl =
  process.env.BENCH_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export const secretKey = 'a secret that is only good for measuring'

const userCount = 100
const batchSize = 1000

/** Gives every entry a database of its own with the same users and notes. */
export async function openData(
  folder: string,
  rows: number,
  entries: readonly Entry[],
): Promise<Data> {
  const databases = new Map<Entry, EntryData>()
  const onSqlite = entries.filter(({ database }) => database === 'sqlite')
  if (onSqlite.length > 0) {
    const base = join(folder, `${rows}.db`)
    await writeFile(base, '')
    const keys = await fill(`sqlite:${base}`, rows)
    for (const entry of onSqlite) {
      const database = join(folder, `${entry.name}-${rows}.db`)
      await copyFile(base, database)
      databases.set(entry, { database, keys })
    }
  }

  const names: string[] = []
  for (const entry of entries.filter(({ database }) => database === 'postgres')) {
    const name = `turnpike_bench_${process.pid}_${names.length}`
    await administer(`create database ${name}`)
    names.push(name)
    const url = new URL(postgresUrl)
    url.pathname = name
    databases.set(entry, { database: url.href, keys: await fill(url.href, rows) })
  }

  return {
    of: (entry) => databases.get(entry) as EntryData,
    async [Symbol.asyncDispose]() {
      for (const name of names) await administer(`drop database ${name} with (force)`)
    },
  }
}

/** Turnpike's own tables hold the accounts for Turnpike, two plain ones hold the same for the others. */
async function fill(databaseUrl: string, rows: number): Promise<string[]> {
  const { createService, readConfig } = await import('turnpike/service')
  const { service: definition } = await import('./dist/turnpike.js')
  const config: Config = readConfig({ DATABASE_URL: databaseUrl, SECRET_KEYS: secretKey })
  const service: Service = await createService(definition, config, { migrate: true })
  try {
    const { db } = service
    await createTables(db, databaseUrl.startsWith('sqlite:'))
    const keys: string[] = []
    for (let id = 1; id <= userCount; id++) {
      const fields = { username: `user${id}`, email: `user${id}@example.com` }
      const user = await service.users.create({ ...fields, password: null })
      const { key } = await service.tokens.regenerate(user)
      const account = { id, ...fields, is_active: 1, is_staff: 0 }
      await db.insertInto('account').values(account).execute()
      await db.insertInto('token').values({ key, user_id: id }).execute()
      keys.push(key)
    }
    await db.transaction().execute(async (db) => {
      for (let start = 0; start < rows; start += batchSize) {
        const size = Math.min(batchSize, rows - start)
        const notes = Array.from({ length: size }, (_, index) => noteOf(start + index + 1))
        await db.insertInto('note').values(notes).execute()
      }
    })
    return keys
  } finally {
    await service.close()
  }
}

async function createTables(db: Kysely<unknown>, isSqlite: boolean): Promise<void> {
  await db.schema
    .createTable('note')
    .addColumn('id', 'integer', (id) =>
      isSqlite ? id.primaryKey().autoIncrement() : id.primaryKey().generatedByDefaultAsIdentity(),
    )
    .addColumn('title', 'text', (title) => title.notNull())
    .addColumn('priority', 'integer', (priority) => priority.notNull())
    .addColumn('created', 'text', (created) => created.notNull())
    .execute()
  await db.schema.createIndex('note_created').on('note').columns(['created', 'id']).execute()
  await db.schema
    .createTable('account')
    .addColumn('id', 'integer', (id) => id.primaryKey())
    .addColumn('username', 'text', (username) => username.notNull().unique())
    .addColumn('email', 'text', (email) => email.notNull())
    .addColumn('is_active', 'integer', (isActive) => isActive.notNull())
    .addColumn('is_staff', 'integer', (isStaff) => isStaff.notNull())
    .execute()
  await db.schema
    .createTable('token')
    .addColumn('key', 'text', (key) => key.primaryKey())
    .addColumn('user_id', 'integer', (userId) => userId.notNull().references('account.id'))
    .execute()
}

/** The same note on every machine. */
const noteOf = (number: number) => ({
  title: `What was passed on the way, part ${number}`,
  priority: (number * 7) % 10,
  created: new Date(Date.UTC(2025, 0, 1) + number * 61_003).toISOString(),
})

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Why PostgreSQL cannot be measured, or null. */
export async function whyNoPostgres(): Promise<string | null> {
  const client = new Client({ connectionString: postgresUrl, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.end()
    return null
  } catch (error) {
    return `PostgreSQL does not answer on ${postgresUrl} (BENCH_POSTGRES_URL): ${error}`
  }
}
