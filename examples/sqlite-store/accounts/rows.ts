/** The rows of accounts. */
import type { DatabaseSync } from 'node:sqlite'
import type { Account, User } from 'turnpike'
import { firstRow, sql } from '../sql.ts'

export interface AccountRow {
  readonly id: number
  readonly username: string
  readonly email: string
  /** Its hash. Null: the user has none. */
  readonly password: string | null
  /** Grows with each new password, and when the user is made inactive. */
  readonly stamp: number
  readonly is_active: number
  readonly is_staff: number
  readonly created: string
}

export const accountOf = (row: AccountRow): Account => ({
  pk: row.id,
  username: row.username,
  email: row.email,
  isActive: row.is_active === 1,
  isStaff: row.is_staff === 1,
  isAuthenticated: true,
  created: new Date(row.created),
})

/** The `passwordStamp` of a user: it says nothing about the password. */
export const stampOf = ({ stamp }: AccountRow): string => `${stamp}`

export const accountRow = (database: DatabaseSync, pk: User['pk']): AccountRow | null =>
  firstRow(database, sql('select * from account where id = ?', pk))
