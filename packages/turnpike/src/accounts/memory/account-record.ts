import type { Account, NewUser } from '../user.ts'
import type { UserFilter } from '../user-directory.ts'
import { UserNotFound } from '../user-store.ts'

/** A user as stored in memory. */
export interface AccountRecord {
  user: Account
  hasPassword: boolean
  /** The hash, or null for a user without a password. */
  password: () => Promise<string | null>
  /** Counts the user's passwords, including this one, plus the times they were made inactive. */
  stampNumber: number
}

/** @throws UserNotFound when the user no longer exists. */
export function recordOf(
  records: ReadonlyMap<string, AccountRecord>,
  user: Account,
): AccountRecord {
  const record = records.get(user.username)
  if (record?.user.pk !== user.pk) throw new UserNotFound(user)
  return record
}

export const isAdmin = ({ user, hasPassword }: AccountRecord): boolean =>
  user.isStaff && user.isActive && hasPassword

export const stampOf = ({ stampNumber }: AccountRecord) => `${stampNumber}`

/** Whether a user matches the filter. */
export function isIn(filter: UserFilter): (record: AccountRecord) => boolean {
  const { text = '', isActive, isStaff } = filter
  const part = text.toLowerCase()
  const hasPart = (value: string) => value.toLowerCase().includes(part)
  return ({ user, hasPassword }) =>
    (hasPart(user.username) || hasPart(user.email)) &&
    (isActive ?? user.isActive) === user.isActive &&
    (isStaff ?? user.isStaff) === user.isStaff &&
    (filter.hasPassword ?? hasPassword) === hasPassword
}

export const noPassword = async () => null

/** Creates the value on first use, and again if that failed. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}

export const newAccount = (
  pk: number,
  { username, email = '', isActive = true, isStaff = false }: NewUser,
): Account =>
  Object.freeze({
    pk,
    username,
    email,
    isActive,
    isStaff,
    isAuthenticated: true,
    created: new Date(),
  })
