import {
  type AnyDatabase,
  kyselyAccounts,
  kyselyRefreshTokens,
  kyselySigningKeys,
  kyselyTransactions,
  migrate,
} from '@turnpike/sql'
import { quick } from '@turnpike/test-support/accounts.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { copyData } from '../../../../service/src/service/copying/copy-data.ts'
import { tokenPairs } from '../../../src/jwt/index.ts'
import { issuer } from './pair-site.ts'

const pairsOn = (db: AnyDatabase) =>
  tokenPairs({
    users: kyselyAccounts(db, { secrets, passwords: quick }).users,
    refreshTokens: kyselyRefreshTokens(db),
    signingKeys: kyselySigningKeys(db, { secrets }),
    secrets,
    issuer,
    scopes: ['notes:read'],
  })

describe('moving token pairs from SQLite to PostgreSQL', () => {
  it.skipIf(postgresMissing !== null)(
    'copied users stay signed in, and their access tokens stay valid',
    async () => {
      const source = await openInMemory()
      onTestFinished(source.close)
      const target = await openPostgres()
      onTestFinished(target.close)
      await migrate(target.db)
      const { users } = kyselyAccounts(source.db, { secrets, passwords: quick })
      const ann = await users.create({ username: 'ann', password: 'wonderland' })
      const before = await pairsOn(source.db).issue(ann, { scopes: ['notes:read'] })

      await copyData(source.db, target.db)

      const pairs = pairsOn(target.db)
      expect((await pairs.verify(before.accessToken)).user).toEqual(ann)
      const after = await pairs.refresh(before.refreshToken)
      expect(after?.scopes).toEqual(['notes:read'])
      expect(await target.db.selectFrom('turnpike_signing_key').selectAll().execute()).toHaveLength(
        1,
      )
    },
  )
})

describe('token pairs in a transaction that is rolled back', () => {
  const openings: [string, () => Promise<{ db: AnyDatabase; close(): Promise<void> }>][] = [
    ['SQLite', openInMemory],
    ...(postgresMissing === null ? [['PostgreSQL', openPostgres] as never] : []),
  ]

  it.each(openings)(
    'a signing key on %s stands although the transaction of its first token is rolled back',
    async (_system, open) => {
      const { db, close } = await open()
      onTestFinished(close)
      await migrate(db)
      const { users } = kyselyAccounts(db, { secrets, passwords: quick })
      const ann = await users.create({ username: 'ann', password: 'wonderland' })
      const pairs = pairsOn(db)
      let issued = ''

      const work = kyselyTransactions(db, { isolationLevel: 'serializable' }).run(async () => {
        await users.update(ann, { email: 'ann@example.com' })
        issued = (await pairs.issue(ann)).accessToken
        throw new Error('The request fails.')
      })
      await expect(work).rejects.toThrow('The request fails.')

      expect((await pairsOn(db).verify(issued)).user).toEqual(ann)
    },
  )
})
