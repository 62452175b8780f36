import { randomBytes } from 'node:crypto'
import { openDatabase } from '@turnpike/sql/node'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTurnpike } from './turnpike.ts'

describe.skipIf(postgresMissing !== null)('what a user of PostgreSQL lacks', () => {
  it('a user who may not create tables gets one line that says how to allow it', async () => {
    const { url, close } = await openPostgres()
    onTestFinished(close)
    const role = `turnpike_test_${randomBytes(6).toString('hex')}`
    const owner = openDatabase(url)
    // As PostgreSQL has it since version 15.
    await sql`revoke create on schema public from public`.execute(owner.db)
    await sql`create role ${sql.ref(role)} login password 'of-a-test'`.execute(owner.db)
    onTestFinished(async () => {
      await sql`drop role ${sql.ref(role)}`.execute(owner.db)
      await owner.close()
    })
    const theirs = new URL(url)
    theirs.username = role
    theirs.password = 'of-a-test'

    const { code, err } = await createTurnpike().run(['migrate'], '', { DATABASE_URL: theirs.href })

    expect(code).toBe(1)
    expect(err).toBe(
      'turnpike: PostgreSQL refuses this to the user of DATABASE_URL: permission denied for schema public. ' +
        'As the owner of the database, allow it, for new tables by: grant create on schema public to …\n',
    )
  })

  it('a search path without a schema gets one line that says how to change it', async () => {
    const { url, close } = await openPostgres()
    onTestFinished(close)
    const { code, err } = await createTurnpike().run(['migrate'], '', {
      DATABASE_URL: `${url}?options=-c%20search_path%3D%22nowhere%22`,
    })

    expect(code).toBe(1)
    expect(err).toBe(
      'turnpike: PostgreSQL refuses this: no schema has been selected to create in. The search_path of the user ' +
        'or of the database names no schema that exists: alter role … set search_path = public\n',
    )
  })
})
