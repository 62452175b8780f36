import { secrets } from '@turnpike/test-support/secrets.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { expect, it, onTestFinished } from 'vitest'
import { type AnyDatabase, kyselySigningKeys } from '../../../src/kysely/index.ts'

it('a signing key that was put in the place of another in the database is not read', async () => {
  const { db, close } = await openInMemory()
  onTestFinished(close)
  const keys = kyselySigningKeys(db, { secrets })
  const created = new Date('2026-11-01T12:00:00Z')
  const parts = { algorithm: 'ES256', created, signsFrom: created }
  await keys.add({ id: 'first', privateKey: { d: '1' }, ...parts }, null)
  await keys.add({ id: 'second', privateKey: { d: '2' }, ...parts }, 'first')
  expect(await keys.all()).toHaveLength(2)

  const own: AnyDatabase = db
  const { sealed } = await own
    .selectFrom('turnpike_signing_key')
    .select('sealed')
    .where('id', '=', 'first')
    .executeTakeFirstOrThrow()
  await own.updateTable('turnpike_signing_key').set({ sealed }).where('id', '=', 'second').execute()

  await expect(keys.all()).rejects.toThrow('The signing key second was changed in the database')
})
