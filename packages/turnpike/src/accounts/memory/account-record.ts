import type { PasswordHasher } from '../passwords/password-hasher.ts'
import type { Account, NewUser } from '../user.ts'
import { LastAdmin, type UserChangeOptions, type UserFilter } from '../user-directory.ts'
import { UserNotFound, UsernameTaken } from '../user-store.ts'

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

/**
 * The record of a new user, among those that there are.
 *
 * @throws UsernameTaken when another user has the name.
 */
export function addRecord(
  records: Map<string, AccountRecord>,
  fields: NewUser,
  password: AccountRecord['password'],
): AccountRecord {
  if (records.has(fields.username)) throw new UsernameTaken(fields.username)

  const user = newAccount(records.size + 1, fields)
  const record = { user, hasPassword: fields.password !== null, password, stampNumber: 1 }
  records.set(user.username, record)
  return record
}

/** @throws LastAdmin when there is no other admin and the options require one. */
export function requireOtherAdmin(
  records: ReadonlyMap<string, AccountRecord>,
  record: AccountRecord,
  { keepAdmin = false }: UserChangeOptions = {},
): void {
  if (!keepAdmin || !isAdmin(record)) return
  if ([...records.values()].filter(isAdmin).length === 1) throw new LastAdmin(record.user)
}

const isAdmin = ({ user, hasPassword }: AccountRecord): boolean =>
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

/** Hashes the password on first use, and again if that failed. */
export function hashedLater(
  passwords: PasswordHasher,
  password: string,
): AccountRecord['password'] {
  let hash: Promise<string> | undefined
  return () => {
    hash ??= passwords.hash(password).catch((error) => {
      hash = undefined
      throw error
    })
    return hash
  }
}

const newAccount = (
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
