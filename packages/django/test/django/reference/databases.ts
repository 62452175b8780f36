import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyDatabase } from '@turnpike/sql'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import Database from 'better-sqlite3'
import { Kysely, MysqlDialect, SqliteDialect } from 'kysely'
import { type Connection, createConnection, createPool } from 'mysql2/promise'

/** A database that Django and Turnpike use at once. */
export interface SharedDatabase {
  readonly db: AnyDatabase
  /** The entry of Django's DATABASES. */
  readonly django: Readonly<Record<string, unknown>>
  close(): Promise<void>
}

export interface SharedDatabaseKind {
  readonly name: string
  /** Why its tests are skipped; null: they run. */
  readonly missing: string | null
  open(): Promise<SharedDatabase>
}

async function openSqlite(): Promise<SharedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-django-'))
  const path = join(folder, 'db.sqlite3')
  const database = new Database(path)
  database.pragma('busy_timeout = 5000')
  const db: AnyDatabase = new Kysely({ dialect: new SqliteDialect({ database }) })
  return {
    db,
    django: { ENGINE: 'django.db.backends.sqlite3', NAME: path },
    async close() {
      await db.destroy()
      await rm(folder, { recursive: true })
    },
  }
}

async function openSharedPostgres(): Promise<SharedDatabase> {
  const { db, url, close } = await openPostgres()
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    db,
    close,
    django: {
      ENGINE: 'django.db.backends.postgresql',
      NAME: pathname.slice(1),
      HOST: hostname,
      PORT: port,
      USER: decodeURIComponent(username),
      PASSWORD: decodeURIComponent(password),
    },
  }
}

/** Where the tests look for MySQL or MariaDB. */
const mysqlUrl = process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/'

/** Why tests of MySQL are skipped, or null when it answers. */
export const mysqlMissing: string | null = await whyMysqlMissing()

async function whyMysqlMissing(): Promise<string | null> {
  let connection: Connection | null = null
  try {
    connection = await createConnection({ uri: mysqlUrl, connectTimeout: 2000 })
    await connection.query('select 1')
    return null
  } catch (error) {
    const reason = `MySQL does not answer on ${mysqlUrl} (TEST_MYSQL_URL): ${String(error)}`
    if (process.env.TURNPIKE_NO_SKIPS) throw new Error(reason)
    console.warn(`Skipping tests: ${reason}`)
    return reason
  } finally {
    await connection?.end()
  }
}

async function openMysql(): Promise<SharedDatabase> {
  const name = `turnpike_test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = await createConnection(mysqlUrl)
  await admin.query(`create database ${name} character set utf8mb4`)
  const url = new URL(mysqlUrl)
  url.pathname = name
  const pool = createPool({ uri: url.href, connectionLimit: 5 })
  const db: AnyDatabase = new Kysely({ dialect: new MysqlDialect({ pool: pool.pool }) })
  return {
    db,
    django: {
      ENGINE: 'django.db.backends.mysql',
      NAME: name,
      HOST: url.hostname,
      PORT: url.port || '3306',
      USER: decodeURIComponent(url.username),
      PASSWORD: decodeURIComponent(url.password),
    },
    async close() {
      await db.destroy()
      await admin.query(`drop database ${name}`)
      await admin.end()
    },
  }
}

/** The databases that Django's tables are tested on. */
export const sharedDatabases: readonly SharedDatabaseKind[] = [
  { name: 'SQLite', missing: null, open: openSqlite },
  { name: 'PostgreSQL', missing: postgresMissing, open: openSharedPostgres },
  { name: 'MySQL', missing: mysqlMissing, open: openMysql },
]
