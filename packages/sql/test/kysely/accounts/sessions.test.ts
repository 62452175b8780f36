import { quick } from '@turnpike/test-support/accounts.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { pbkdf2 } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type AnyDatabase,
  kyselyAccounts,
  kyselySessions,
  migrate,
  sqliteDialect,
} from '../../../src/kysely/index.ts'

async function open() {
  let seconds = 0
  const { db, close } = await openInMemory()
  onTestFinished(close)
  const { users } = kyselyAccounts(db, { secrets, passwords: quick })
  return {
    db,
    users,
    ann: await users.create({ username: 'ann', password: 'wonderland' }),
    sessions: kyselySessions(db, { now: () => new Date(Date.UTC(2026, 10, 1, 12, 0, seconds)) }),
    rows: () => db.selectFrom('turnpike_session').selectAll().execute(),
    at: (moment: number) => {
      seconds = moment
    },
  }
}

describe('sessions in a database', () => {
  it('sessions in a database are stored without their ids, so a reader cannot act as their users', async () => {
    const { sessions, ann, rows } = await open()

    const { id } = await sessions.create(ann)

    const [row] = await rows()
    expect(row?.digest).toMatch(/^[\da-f]{64}$/)
    expect(JSON.stringify(row)).not.toContain(id)
    expect(await sessions.find(row?.digest)).toBeNull()
  })

  it('sessions in a database store nothing of the password hash but a digest', async () => {
    const { db, sessions, ann, rows } = await open()

    await sessions.create(ann)

    const { password } = await db
      .selectFrom('turnpike_user')
      .select('password')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(await rows())).not.toContain(password)
  })

  it('sessions end when another password hash is written into the row', async () => {
    const { db, sessions, ann } = await open()
    const { id } = await sessions.create(ann)

    await db.updateTable('turnpike_user').set({ password: 'pbkdf2_sha256$1$x$y' }).execute()

    expect(await sessions.find(id)).toBeNull()
  })

  it('live on when a login keeps the same password at a higher cost', async () => {
    const { db, sessions, ann } = await open()
    const { id } = await sessions.create(ann)
    const { users } = kyselyAccounts(db, { secrets, passwords: pbkdf2({ iterations: 2 }) })

    expect(await users.verify('ann', 'wonderland')).not.toBeNull()

    const { password } = await db
      .selectFrom('turnpike_user')
      .select('password')
      .executeTakeFirstOrThrow()
    expect(password).toMatch(/^pbkdf2_sha256\$2\$/)
    expect(await sessions.find(id)).not.toBeNull()
  })

  it('sessions are deleted with their user', async () => {
    const { db, sessions, ann, rows } = await open()
    const { id } = await sessions.create(ann)

    await db.deleteFrom('turnpike_user').execute()

    expect(await sessions.find(id)).toBeNull()
    expect(await rows()).toEqual([])
  })

  it('expired sessions are deleted when another one is created', async () => {
    const { sessions, ann, rows, at } = await open()
    await sessions.create(ann, { ageSeconds: 60 })
    const { id } = await sessions.create(ann, { ageSeconds: 61 })

    at(60)
    await sessions.create(ann)

    expect(await rows()).toHaveLength(2)
    expect(await sessions.find(id)).not.toBeNull()
  })

  it('sessions record their use at most once a minute, and never without an idle time', async () => {
    const { sessions, ann, rows, at } = await open()
    const lastUsed = async () => (await rows()).map(({ last_used }) => last_used.slice(11, 19))
    const { id } = await sessions.create(ann, { idleSeconds: 600 })
    const other = await sessions.create(ann)
    const use = async (moment: number) => {
      at(moment)
      await sessions.find(id)
      await sessions.find(other.id)
    }

    await use(59)
    expect(await lastUsed()).toEqual(['12:00:00', '12:00:00'])
    await use(60)
    expect(new Set(await lastUsed())).toEqual(new Set(['12:01:00', '12:00:00']))
    await use(119)
    expect(new Set(await lastUsed())).toEqual(new Set(['12:01:00', '12:00:00']))
  })

  it('sessions are still valid when their use cannot be written, as on a full disk', async () => {
    const { db, sessions, ann, at } = await open()
    const { id } = await sessions.create(ann, { idleSeconds: 600 })
    await sql`pragma query_only = on`.execute(db)

    at(120)
    await expect(sessions.end(id)).rejects.toThrow()
    expect(await sessions.find(id)).not.toBeNull()
  })

  it('an error of the schema that keeps a use from being written is not hidden', async () => {
    const { db, sessions, ann, at } = await open()
    const { id } = await sessions.create(ann, { idleSeconds: 600 })
    await sql`
      create trigger no_change before update on turnpike_session
      begin select raise(abort, 'No such column.'); end
    `.execute(db)

    at(120)
    await expect(sessions.find(id)).rejects.toThrow('No such column.')
  })

  it('the newest sessions are read from an index, without sorting all of them', async () => {
    const sqlite = new Sqlite(':memory:')
    let last = { text: '', values: [] as readonly unknown[] }
    const db: AnyDatabase = new Kysely({
      dialect: sqliteDialect(sqlite),
      log: ({ query }) => {
        last = { text: query.sql, values: query.parameters }
      },
    })
    onTestFinished(() => db.destroy())
    await migrate(db)

    await kyselySessions(db).search().orderBy(['-created']).slice(0, 50)
    const plan = sqlite.prepare(`explain query plan ${last.text}`).all(...last.values)
    expect(JSON.stringify(plan)).toContain('USING INDEX turnpike_session_created')
    expect(JSON.stringify(plan)).not.toMatch(/TEMP B-TREE FOR ORDER BY/)
  })
})
