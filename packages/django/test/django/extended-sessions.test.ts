import { type AnyDatabase, sqliteDialect } from '@turnpike/sql'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { djangoAccounts } from '../../src/django/index.ts'

const fortnight = 1_209_600
const start = Date.parse('2026-11-01T12:00:00Z')

it('a session ends at its own end, also if Django has stored a later one', async () => {
  const db: AnyDatabase = new Kysely({ dialect: sqliteDialect(new Sqlite(':memory:')) })
  onTestFinished(() => db.destroy())
  await sql`create table auth_user (id integer primary key, username text unique, password text,
    email text, first_name text, last_name text, is_active integer, is_staff integer,
    is_superuser integer, date_joined text, last_login text)`.execute(db)
  await sql`create table django_session (session_key text primary key, session_data text,
    expire_date text)`.execute(db)
  const at = (seconds: number) =>
    djangoAccounts(db, {
      secretKey: 'the key of the Django service',
      now: () => new Date(start + seconds * 1000),
    })
  const ann = await at(0).users.create({ username: 'ann', password: null })
  const { id } = await at(0).sessions.create(ann)

  await sql`update django_session set expire_date = '2999-01-01 00:00:00'`.execute(db)

  expect((await at(fortnight - 1).sessions.find(id))?.user.username).toBe('ann')
  expect(await at(fortnight + 1).sessions.find(id)).toBeNull()
})
