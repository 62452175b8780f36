import { createHash } from 'node:crypto'
import type { Config, Service } from '@turnpike/service'
import { type Kysely, sql } from 'kysely'
import { Client } from 'pg'

export const secretKey = 'a secret that is only good for measuring'

const userCount = 100

/** What the users of a database send. */
export interface Keys {
  /** A token of each user. */
  readonly keys: readonly string[]
  /** An API key of each user of Turnpike. */
  readonly apiKeys: readonly string[]
}

/**
 * Adds the users and so many notes to an empty database, and gives their keys. Turnpike's own
 * tables hold the accounts for Turnpike, two plain ones hold the same for the others; AdonisJS has its own
 * table of tokens, of which it keeps a digest.
 */
export async function fill(databaseUrl: string, rows: number): Promise<Keys> {
  const service = await openService(databaseUrl)
  try {
    const isSqlite = databaseUrl.startsWith('sqlite:')
    await createTables(service.db, isSqlite)
    const keys = await addUsers(service)
    if (isSqlite) await addNotesToSqlite(service.db, rows)
    else await addNotesToPostgres(databaseUrl, rows)
    return keys
  } finally {
    await service.close()
  }
}

/** Makes the notes a [counted table](../docs/counted-lists.md), in the order of the pages by number. */
export async function countNotes(databaseUrl: string): Promise<void> {
  const { countedTable } = await import('@turnpike/sql')
  const { db, close } = await openService(databaseUrl)
  await countedTable(db, 'note', { orders: ['id'] }).finally(close)
}

/** The service that keeps the accounts, without an application. */
export async function openService(databaseUrl: string): Promise<Service> {
  const { createService, defaultService, readConfig } = await import('@turnpike/service')
  const config: Config = readConfig({ DATABASE_URL: databaseUrl, SECRET_KEYS: secretKey })
  return createService(defaultService, config, { migrate: true })
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
  await db.schema
    .createTable('auth_access_tokens')
    .addColumn('id', 'integer', (id) => id.primaryKey())
    .addColumn('tokenable_id', 'integer', (id) => id.notNull().references('account.id'))
    .addColumn('type', 'text', (type) => type.notNull())
    .addColumn('name', 'text')
    .addColumn('hash', 'text', (hash) => hash.notNull())
    .addColumn('abilities', 'text', (abilities) => abilities.notNull())
    .addColumn('created_at', 'timestamp')
    .addColumn('updated_at', 'timestamp')
    .addColumn('last_used_at', 'timestamp')
    .addColumn('expires_at', 'timestamp')
    .execute()
}

async function addUsers({ db, users, tokens, keys: store }: Service): Promise<Keys> {
  const keys: string[] = []
  const apiKeys: string[] = []
  for (let id = 1; id <= userCount; id++) {
    const fields = { username: `user${id}`, email: `user${id}@example.com` }
    const user = await users.create({ ...fields, password: null })
    const { key } = await tokens.regenerate(user)
    const issued = await store.create(user, {
      name: 'bench',
      scopes: ['notes:read', 'notes:write'],
    })
    const account = { id, ...fields, is_active: 1, is_staff: 0 }
    await db.insertInto('account').values(account).execute()
    await db.insertInto('token').values({ key, user_id: id }).execute()
    await db.insertInto('auth_access_tokens').values(adonisToken(id, key)).execute()
    keys.push(key)
    apiKeys.push(issued.key)
  }
  return { keys, apiKeys }
}

const adonisToken = (id: number, key: string) => ({
  id,
  tokenable_id: id,
  type: 'auth_token',
  hash: createHash('sha256').update(key).digest('hex'),
  abilities: '["*"]',
})

const batchSize = 1000
const createIndex = 'create index note_created on note (created, id)'

async function addNotesToSqlite(db: Service['db'], rows: number): Promise<void> {
  await db.transaction().execute(async (db) => {
    for (let start = 0; start < rows; start += batchSize) {
      const size = Math.min(batchSize, rows - start)
      const notes = Array.from({ length: size }, (_, index) => noteOf(start + index + 1))
      await db.insertInto('note').values(notes).execute()
    }
  })
  await sql.raw(createIndex).execute(db)
}

/** The same note on every machine. */
const noteOf = (number: number) => ({
  title: `What was passed on the way, part ${number}`,
  priority: (number * 7) % 10,
  created: new Date(Date.UTC(2025, 0, 1) + number * 61_003).toISOString(),
})

/** The same notes, made by the server: ten millions would take long to send. */
async function addNotesToPostgres(databaseUrl: string, rows: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into note (title, priority, created)
       select 'What was passed on the way, part ' || number, number * 7 % 10,
         to_char(timestamp '2025-01-01' + number * 61003 * interval '1 millisecond',
           'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
       from generate_series(1, $1::bigint) as number`,
      [rows],
    )
    await client.query(createIndex)
    await client.query('vacuum analyze note')
  } finally {
    await client.end()
  }
}
