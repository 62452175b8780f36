import type { AnyRow } from '@turnpike/sql/internal/kysely/database'
import type { Token } from 'turnpike'
import { later } from 'turnpike/kit'
import { readMoment, selectMoment, storedMoment } from '../../moments.ts'
import { type DjangoUser, selectUsers, userOf } from '../users/rows.ts'
import { digestsOf } from './keys.ts'
import type { KnoxParts } from './parts.ts'

/** The token with this key; null when there is none, or it has expired. */
export async function findToken(parts: KnoxParts, key: string): Promise<Token<DjangoUser> | null> {
  const { db, users, now } = parts
  const { table } = parts.settings
  const digests = digestsOf(key)
  if (digests.length === 0) return null
  const row: AnyRow = await selectUsers(db, users)
    .innerJoin(table, `${table}.user_id`, `${users.table}.${users.pk}`)
    .select([
      `${table}.digest as turnpike_digest`,
      selectMoment(db, `${table}.created`).as('turnpike_token_created'),
      selectMoment(db, `${table}.expiry`).as('turnpike_expiry'),
    ])
    .where(`${table}.digest`, 'in', digests)
    .executeTakeFirst()
  if (row === undefined) return null

  const { turnpike_digest, turnpike_token_created, turnpike_expiry, ...own } = row
  const [created, expiry] = [readMoment(turnpike_token_created), readMoment(turnpike_expiry)]
  if (created === null || (turnpike_expiry !== null && !(expiry !== null && expiry > now()))) {
    return null
  }
  await refresh(parts, turnpike_digest, created, expiry)
  return { key, user: userOf(own, users), created }
}

/** Puts the end off, at most to that of the whole life of the token. */
async function refresh(
  { db, settings, now }: KnoxParts,
  digest: string,
  created: Date,
  expiry: Date | null,
): Promise<void> {
  const { table, ttlSeconds, autoRefresh, maxTtlSeconds, refreshIntervalSeconds } = settings
  if (!autoRefresh || expiry === null || ttlSeconds === null) return
  const latest = maxTtlSeconds === null ? null : later(created, maxTtlSeconds)
  const wanted = later(now(), ttlSeconds)
  const renewed = latest !== null && latest < wanted ? latest : wanted
  if (renewed.getTime() - expiry.getTime() <= refreshIntervalSeconds * 1000) return
  try {
    await db
      .updateTable(table)
      .set({ expiry: storedMoment(db, renewed) })
      .where('digest', '=', digest)
      .execute()
  } catch {
    // A full disk must not fail requests that only read. At worst the token ends early.
  }
}
