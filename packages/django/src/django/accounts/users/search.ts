import type { AnyDatabase } from '@turnpike/sql'
import { containsText } from '@turnpike/sql/internal/kysely/accounts/text-search'
import type { AnyQuery } from '@turnpike/sql/internal/kysely/database'
import { type Expression, type SqlBool, sql } from 'kysely'
import { ConfigurationError, type ItemSet, type Ordering } from 'turnpike'
import { completeOrdering, orderingTerm, type UserFilter } from 'turnpike/kit'
import { dialectOf } from '../../dialect.ts'
import { type DjangoUser, isStorable, selectUsers, userOf } from './rows.ts'
import type { UserTable } from './table.ts'
import { storedBoolean } from './values.ts'

/** Whether a password can match. Django marks those that cannot with `!`. */
export const isUsable = (stored: unknown): boolean =>
  typeof stored === 'string' && stored !== '' && !stored.startsWith('!')

/** `isUsable` in SQL. */
export const hasUsablePassword = ({ table, password }: UserTable) =>
  sql<SqlBool>`(${sql.ref(`${table}.${password}`)} <> '' and ${sql.ref(`${table}.${password}`)} not like ${'!%'})`

/** The users that match the filter, in the order of their primary keys. */
export function searchUsers(
  db: AnyDatabase,
  users: UserTable,
  { text = '', isActive, isStaff, hasPassword }: UserFilter,
): ItemSet<DjangoUser> {
  const matches = (query: AnyQuery): AnyQuery => {
    let matching = query
    if (text !== '') matching = matching.where(contains(db, users, text))
    if (hasPassword !== undefined) {
      const usable = hasUsablePassword(users)
      matching = matching.where(hasPassword ? usable : sql<SqlBool>`not ${usable}`)
    }
    for (const [column, is, otherwise] of [
      [users.isActive, isActive, true],
      [users.isStaff, isStaff, false],
    ] as const) {
      if (is === undefined) continue
      matching =
        column === null
          ? matching.where(sql<SqlBool>`${sql.lit(is === otherwise ? 1 : 0)} = 1`)
          : matching.where(`${users.table}.${column}`, '=', storedBoolean(db, is))
    }
    return matching
  }
  return inOrder([])

  function inOrder(ordering: Ordering): ItemSet<DjangoUser> {
    return {
      orderBy: inOrder,

      async count() {
        const { total } = await matches(db.selectFrom(users.table))
          .select((eb) => eb.fn.countAll().as('total'))
          .executeTakeFirstOrThrow()
        return Number(total)
      },

      async slice(offset, limit) {
        let query = matches(selectUsers(db, users))
          .limit(limit ?? most)
          .offset(offset)
        for (const { field, descending } of completeOrdering(ordering, 'pk').map(orderingTerm)) {
          const column = columnOf(users, field)
          if (column !== null) {
            query = query.orderBy(`${users.table}.${column}`, descending ? 'desc' : 'asc')
          }
        }
        return (await query.execute()).map((row) => userOf(row, users))
      },
    }
  }
}

/** MySQL and SQLite have no offset without a limit. */
const most = Number.MAX_SAFE_INTEGER

const orderable = [
  'pk',
  'username',
  'email',
  'isActive',
  'isStaff',
  'isSuperuser',
  'created',
  'lastLogin',
] as const

/** Null if all users are equal in it. */
function columnOf(users: UserTable, field: string): string | null {
  const name = orderable.find((known) => known === field)
  if (name !== undefined) return users[name]
  throw new ConfigurationError(
    `Users cannot be ordered by ${field}: use one of ${orderable.join(', ')}.`,
  )
}

/**
 * Part of the username or of the address, ignoring case; by the collation of a column on MySQL.
 */
function contains(db: AnyDatabase, users: UserTable, text: string): Expression<SqlBool> {
  const columns = [users.username, ...(users.email === null ? [] : [users.email])].map(
    (column) => `${users.table}.${column}`,
  )
  if (dialectOf(db) !== 'mysql') return containsText(db, columns, text)
  if (!isStorable(text)) return sql<SqlBool>`1 = 0`

  const pattern = `%${text.replace(/[%_|]/g, '|$&')}%`
  const found = columns.map((column) => sql`${sql.ref(column)} like ${pattern} escape '|'`)
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`
}
