import type { Insertable, InsertQueryBuilder, InsertResult, Kysely } from 'kysely'
import { type Account, SignInOutdated, UserNotFound } from 'turnpike'
import { digestOf } from 'turnpike/kit'
import { isSqlite } from '../database.ts'
import { type AccountTables, accountTables, type UserRow } from './tables.ts'

/** The part of a user's row on which a sign-in depends. */
export type SignInRow = Pick<UserRow, 'password' | 'deactivations' | 'is_active'>

const signInColumns = ['password', 'deactivations', 'is_active'] as const

/** The `passwordStamp` of a user. */
export const stampOf = ({
  password,
  deactivations,
}: Pick<UserRow, 'password' | 'deactivations'>): string =>
  digestOf(`${deactivations}:${password ?? ''}`)

/**
 * The user's row, to be compared again in the statement that writes.
 *
 * @param stamp the verified one. Default the stamp of the user's current password.
 * @throws SignInOutdated when the user's stamp differs, or the user is inactive. UserNotFound when
 *   the user no longer exists.
 */
export async function readSignIn(
  db: Kysely<AccountTables>,
  user: Account,
  stamp?: string,
): Promise<SignInRow> {
  const row = await signInRowOf(db, user)
  requireSignIn(user, row, stamp)
  return row
}

/** @throws UserNotFound when the user no longer exists. */
export async function signInRowOf(db: Kysely<AccountTables>, user: Account): Promise<SignInRow> {
  const row = await db
    .selectFrom('turnpike_user')
    .select(signInColumns)
    .where('id', '=', user.pk)
    .executeTakeFirst()
  if (row === undefined) throw new UserNotFound(user)
  return row
}

/** @throws SignInOutdated when the row's stamp differs, or the user is inactive. */
export function requireSignIn(user: Account, row: SignInRow, stamp = stampOf(row)): void {
  if (!row.is_active || stampOf(row) !== stamp) throw new SignInOutdated(user)
}

/**
 * Inserts the values if the user's row is still as it was read. It locks that row until the commit,
 * so that ending the user's sessions afterwards finds what was inserted.
 */
export function insertWhile<Tables extends AccountTables, Table extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Table,
  values: Insertable<Tables[Table]>,
  userId: number,
  { password, deactivations }: SignInRow,
): InsertQueryBuilder<Tables, Table, InsertResult> {
  const columns = Object.entries(values)
  return db
    .insertInto(table)
    .columns(columns.map(([name]) => name as keyof Tables[Table] & string))
    .expression(
      accountTables(db)
        .selectFrom('turnpike_user')
        .select(({ val }) => columns.map(([name, value]) => val(value).as(name)))
        .where('id', '=', userId)
        .where('password', password === null ? 'is' : '=', password)
        .where('deactivations', '=', deactivations)
        .where('is_active', '=', ({ lit }) => lit(true))
        // SQLite has only one writer at a time.
        .$if(!isSqlite(db), (query) => query.forShare()),
    )
}
