import {
  kyselyAccounts,
  kyselyRefreshTokens,
  kyselySigningKeys,
  kyselyTransactions,
} from '@turnpike/sql'
import { quick } from '@turnpike/test-support/accounts.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { expect, it, onTestFinished } from 'vitest'
import { openPairSite, pairIn } from './pair-site.ts'

it('a reused refresh token ends its family, also where each request is a transaction', async () => {
  const { db, close } = await openInMemory()
  onTestFinished(close)
  const { users } = kyselyAccounts(db, { secrets, passwords: quick })
  await users.create({ username: 'ann', password: 'wonderland' })
  const { signIn, refresh } = openPairSite({
    stores: { users, refreshTokens: kyselyRefreshTokens(db) },
    pairs: { signingKeys: kyselySigningKeys(db, { secrets }), graceSeconds: 0 },
    settings: { ATOMIC_REQUESTS: true, TRANSACTIONS: kyselyTransactions(db) },
  })
  const stolen = (await pairIn(await signIn())).refresh
  const successor = (await pairIn(await refresh(stolen))).refresh

  expect((await refresh(stolen)).status).toBe(400)
  expect((await refresh(successor)).status).toBe(400)
})
