import type { AnyDatabase } from '@turnpike/sql'
import type { AnyQuery, AnyRow } from '@turnpike/sql/internal/kysely/database'
import { sql } from 'kysely'
import type { User } from 'turnpike'
import { dialectOf } from '../../dialect.ts'
import { readMoment, selectMoment } from '../../moments.ts'
import type { UserTable } from './table.ts'

/** A user of Django's. */
export interface DjangoUser extends User {
  /** True: has every permission. */
  readonly isSuperuser: boolean
  /** `date_joined`; null when there is no such column. */
  readonly created: Date | null
  /** `last_login`; null if never, or if there is no such column. */
  readonly lastLogin: Date | null
  /** The other columns of the row, as the driver reads them: `columns.first_name`. */
  readonly columns: Readonly<Record<string, unknown>>
}

const createdName = 'turnpike_created'
const lastLoginName = 'turnpike_last_login'

/** The rows of users, with their moments as texts. */
export function selectUsers(db: AnyDatabase, users: UserTable) {
  const moment = (column: string | null, name: string) =>
    (column === null ? sql<string | null>`null` : selectMoment(db, `${users.table}.${column}`)).as(
      name,
    )
  return db
    .selectFrom(users.table)
    .selectAll(users.table)
    .select([moment(users.created, createdName), moment(users.lastLogin, lastLoginName)])
}

export function userOf(row: AnyRow, users: UserTable): DjangoUser {
  const { [createdName]: created, [lastLoginName]: lastLogin, ...stored } = row
  const mapped = new Set<unknown>(Object.values(users))
  const columns = Object.fromEntries(Object.entries(stored).filter(([name]) => !mapped.has(name)))
  const isSet = (name: string | null, otherwise: boolean) =>
    name === null ? otherwise : Boolean(row[name])
  return {
    pk: pkIn(row, users),
    username: row[users.username],
    email: (users.email === null ? null : row[users.email]) ?? '',
    isActive: isSet(users.isActive, true),
    isStaff: isSet(users.isStaff, false),
    isSuperuser: isSet(users.isSuperuser, false),
    isAuthenticated: true,
    created: readMoment(created),
    lastLogin: readMoment(lastLogin),
    columns,
  }
}

/** The pk in a row. The driver of PostgreSQL reads integers of 64 bits as texts. */
export function pkIn(row: AnyRow, users: UserTable): DjangoUser['pk'] {
  const pk = row[users.pk]
  if (users.pkType !== 'integer') return pk
  const number = Number(pk)
  return Number.isSafeInteger(number) ? number : `${pk}`
}

/**
 * The rows, locked against changes until the transaction ends. Not against rows that refer to
 * them: Django checks these at the end of its transaction, and both services would wait for each
 * other. SQLite has only one writer at a time.
 */
export function locked(db: AnyDatabase, rows: AnyQuery): AnyQuery {
  switch (dialectOf(db)) {
    case 'postgres':
      return rows.forNoKeyUpdate()
    case 'mysql':
      return rows.forUpdate()
    case 'sqlite':
      return rows
  }
}

/** Whether the text can be in a column at all: PostgreSQL fails for others. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
