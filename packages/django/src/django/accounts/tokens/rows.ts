import type { AnyDatabase } from '@turnpike/sql'
import type { AnyRow } from '@turnpike/sql/internal/kysely/database'
import { type Token, UserNotFound } from 'turnpike'
import { generateTokenKey } from 'turnpike/kit'
import { dialectOf } from '../../dialect.ts'
import { readMoment, selectMoment, storedMoment } from '../../moments.ts'
import { type DjangoUser, isStorable, selectUsers, userOf } from '../users/rows.ts'
import type { UserTable } from '../users/table.ts'

/** Where the tokens are, and what new ones need. */
export interface TokenTable {
  readonly table: string
  readonly users: UserTable
  readonly now: () => Date
}

/** Longer keys are in no column. */
const maxKeyLength = 255

/** @param row with `key` and `created`, as `tokenRowOf` reads them. */
export const tokenOf = (row: AnyRow, user: DjangoUser): Token<DjangoUser> => ({
  key: row.key,
  user,
  created: readMoment(row.created) ?? new Date(0),
})

/** The token with this key; null when there is none. */
export async function findToken(
  db: AnyDatabase,
  { table, users }: TokenTable,
  key: string,
): Promise<Token<DjangoUser> | null> {
  if (key === '' || key.length > maxKeyLength || !isStorable(key)) return null
  const row = await selectUsers(db, users)
    .innerJoin(table, `${table}.user_id`, `${users.table}.${users.pk}`)
    .select([
      `${table}.key as turnpike_key`,
      selectMoment(db, `${table}.created`).as('turnpike_token_created'),
    ])
    .where(`${table}.key`, '=', key)
    .executeTakeFirst()
  if (row === undefined) return null
  const { turnpike_key: stored, turnpike_token_created: created, ...own } = row as AnyRow
  // MySQL finds keys that differ in case, too.
  return stored === key ? tokenOf({ key, created }, userOf(own, users)) : null
}

/** The row of the user's token; null when the user has none. */
export async function tokenRowOf(
  db: AnyDatabase,
  { table }: TokenTable,
  { pk }: DjangoUser,
): Promise<AnyRow | null> {
  return (await tokensOf(db, table, pk).executeTakeFirst()) ?? null
}

/** `tokenRowOf` within a transaction, with what was committed since it began. */
export async function latestTokenRowOf(
  own: AnyDatabase,
  { table }: TokenTable,
  { pk }: DjangoUser,
): Promise<AnyRow | null> {
  const rows = tokensOf(own, table, pk)
  // On MySQL only a locking read sees what was committed since the transaction began.
  const query = dialectOf(own) === 'mysql' ? rows.forUpdate() : rows
  return (await query.executeTakeFirst()) ?? null
}

const tokensOf = (db: AnyDatabase, table: string, pk: DjangoUser['pk']) =>
  db
    .selectFrom(table)
    .select(['key', selectMoment(db, 'created').as('created')])
    .where('user_id', '=', pk)

/**
 * The user's token within a transaction.
 *
 * @throws UserNotFound when there is none.
 */
export async function currentToken(
  own: AnyDatabase,
  tokens: TokenTable,
  user: DjangoUser,
): Promise<Token<DjangoUser>> {
  const row = await latestTokenRowOf(own, tokens, user)
  if (row === null) throw new UserNotFound(user)
  return tokenOf(row, user)
}

/** Inserts a token for the user, unless there is one. */
export async function insertToken(
  own: AnyDatabase,
  { table, now }: TokenTable,
  { pk }: DjangoUser,
): Promise<void> {
  const insertion = own
    .insertInto(table)
    .values({ key: generateTokenKey(), created: storedMoment(own, now()), user_id: pk })
  await (dialectOf(own) === 'mysql'
    ? insertion.ignore()
    : insertion.onConflict((conflict) => conflict.doNothing())
  ).execute()
}

/** Gives the user's token another key, or inserts one. */
export async function replaceToken(
  own: AnyDatabase,
  tokens: TokenTable,
  user: DjangoUser,
): Promise<void> {
  const fresh = { key: generateTokenKey(), created: storedMoment(own, tokens.now()) }
  // Django may have made a token before the update, or between the update and the insertion.
  for (let attempt = 0; attempt < 2; attempt++) {
    const { numUpdatedRows } = await own
      .updateTable(tokens.table)
      .set(fresh)
      .where('user_id', '=', user.pk)
      .executeTakeFirst()
    if (numUpdatedRows > 0n || attempt > 0) break
    await insertToken(own, tokens, user)
  }
}
