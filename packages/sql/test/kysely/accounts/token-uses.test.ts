import { named, quick } from '@turnpike/test-support/accounts.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type AnyDatabase, kyselyAccounts } from '../../../src/kysely/index.ts'

describe('the last use of a token', () => {
  it('the last use of a token is written a moment later, by one statement for all tokens', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { db, tokens, keys, pass } = await open(3)
    pass(60)

    for (const key of [...keys, ...keys]) await tokens.find(key)
    expect(await usesOf(db)).toEqual([null, null, null])
    const changes = await countingChanges(db)

    await vi.advanceTimersByTimeAsync(1000)

    expect(await usesOf(db)).toEqual(Array(3).fill('1970-01-01T00:01:00.000Z'))
    expect(await changes()).toBe(3)
  })

  it('the last use of a token is written at most once a minute', async () => {
    const { db, tokens, keys, pass, flush } = await open(1)
    const [key = ''] = keys

    for (const [passed, written] of [
      [59, null],
      [1, '1970-01-01T00:01:00.000Z'],
      [59, '1970-01-01T00:01:00.000Z'],
      [1, '1970-01-01T00:02:00.000Z'],
    ] as const) {
      pass(passed)
      await tokens.find(key)
      await flush()
      expect(await usesOf(db)).toEqual([written])
    }
  })

  it('the last use of a token is not written when nothing depends on it', async () => {
    const { db, tokens, keys, pass, flush } = await open(1, { idleSeconds: null })
    pass(600)

    await tokens.find(keys[0] ?? '')
    await flush()

    expect(await usesOf(db)).toEqual([null])
  })

  it('a last use that cannot be written is logged, and the token is accepted', async () => {
    const { db, tokens, keys, pass, flush, errors } = await open(1)
    await sql`
      create trigger no_change before update on turnpike_token
      begin select raise(abort, 'The disk is full.'); end
    `.execute(db)
    pass(100)

    expect(await tokens.find(keys[0] ?? '')).not.toBeNull()
    await flush()

    expect(errors).toMatchObject([
      [{ err: { message: 'The disk is full.' } }, 'The last use of tokens could not be written.'],
    ])
    await sql`drop trigger no_change`.execute(db)
    expect(await tokens.find(keys[0] ?? '')).not.toBeNull()
    await flush()
    expect(await usesOf(db)).toEqual(['1970-01-01T00:01:40.000Z'])
  })

  it('writing the last use does not hinder a transaction of the caller', async () => {
    const { db, keys, pass, flush, errors, options } = await open(1)
    pass(100)

    await db.transaction().execute(async (transaction) => {
      const inside = kyselyAccounts(transaction, options)
      expect(await inside.tokens.find(keys[0] ?? '')).not.toBeNull()
    })
    await flush()

    expect(errors).toEqual([])
  })
})

/** Users with a token each, which were made at the beginning of time. */
async function open(count: number, { idleSeconds = 300 as number | null } = {}) {
  const { db, close } = await openInMemory()
  let seconds = 0
  const errors: unknown[][] = []
  const options = {
    secrets,
    passwords: quick,
    tokens: { idleSeconds, now: () => new Date(seconds * 1000) },
    logger: { ...silentLogger, error: (...line: unknown[]) => void errors.push(line) },
  }
  const { users, tokens, flush } = kyselyAccounts(db, options)
  onTestFinished(async () => {
    await flush()
    await close()
  })

  const keys: string[] = []
  for (let index = 0; index < count; index++) {
    keys.push((await tokens.getOrCreate(await users.create(named(`user${index}`)))).key)
  }
  const pass = (passed: number) => {
    seconds += passed
  }
  return { db, tokens, keys, flush, errors, options, pass }
}

async function usesOf(db: AnyDatabase) {
  const rows = await db
    .selectFrom('turnpike_token')
    .select('last_used')
    .orderBy('user_id')
    .execute()
  return rows.map(({ last_used }) => last_used)
}

/** How many rows were changed since. */
async function countingChanges(db: AnyDatabase) {
  const changes = async () => {
    const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db)
    return rows[0]?.count ?? 0
  }
  const before = await changes()
  return async () => (await changes()) - before
}
