import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { kyselyAccounts } from '../../src/kysely/index.ts'
import { openDatabase } from '../../src/service/database/open.ts'
import { openPostgres, postgresMissing } from '../support/postgres.ts'
import { secrets } from '../support/secrets.ts'

describe.skipIf(postgresMissing !== null)('look-ups on PostgreSQL', () => {
  async function open() {
    const own = await openPostgres()
    onTestFinished(own.close)
    // One connection, so that the test can do to it what a pooler would.
    const { db, migrate, close } = openDatabase(own.url, { poolSize: 1 })
    onTestFinished(close)
    await migrate()
    const { users, tokens } = kyselyAccounts(db, { secrets })
    const user = await users.create({ username: 'ada', password: 'correct horse battery' })
    const { key } = await tokens.getOrCreate(user)
    const find = async () => (await tokens.find(key))?.user.username
    const prepared = async (): Promise<string[]> => {
      const { rows } = await sql<{ name: string }>`
        select name from pg_prepared_statements where statement like '%digest% in (%'`.execute(db)
      return rows.map(({ name }) => name)
    }
    return { db, find, prepared }
  }

  it('look-ups stay prepared on their connection', async () => {
    const { find, prepared } = await open()

    expect(await find()).toBe('ada')
    expect(await find()).toBe('ada')
    expect(await prepared()).toEqual([expect.stringMatching(/^turnpike_[\da-f]{24}$/)])
  })

  it('look-ups continue when the connection has lost what was prepared, and prepare no more', async () => {
    const { db, find, prepared } = await open()
    await find()
    await sql`deallocate all`.execute(db)

    expect(await find()).toBe('ada')
    expect(await find()).toBe('ada')
    expect(await prepared()).toEqual([])
  })

  it('look-ups continue when another process has prepared them on the connection', async () => {
    const { db, find, prepared } = await open()
    await find()
    const [name = ''] = await prepared()
    const { db: other, find: findOther } = await open()
    await sql
      .raw(`prepare ${name} as select 1`)
      .execute(other)
      .catch(() => {})

    expect(await findOther()).toBe('ada')
    expect(await findOther()).toBe('ada')
    expect(await find()).toBe('ada')
    expect(db).not.toBe(other)
  })

  it('look-ups continue when a migration has changed the type of a column', async () => {
    const { db, find, prepared } = await open()
    await find()
    await sql`alter table turnpike_user alter column email type varchar(300)`.execute(db)

    expect(await find()).toBe('ada')
    expect(await find()).toBe('ada')
    expect(await prepared()).toHaveLength(1)
  })
})
