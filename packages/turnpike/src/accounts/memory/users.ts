import { arrayItems } from '../../items/array.ts'
import { isUsername, requireEmail, requireNewUser } from '../new-user.ts'
import type { KnownPassword } from '../passwords/known-passwords.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { requirePassword, verifyPassword } from '../passwords/passwords.ts'
import { reportingUsers } from '../revocations/reporting.ts'
import type { SessionUsers } from '../session-store.ts'
import type { Account, NewUser } from '../user.ts'
import type { UserDirectory } from '../user-directory.ts'
import type { Verified } from '../user-store.ts'
import {
  type AccountRecord,
  addRecord,
  hashedLater,
  isIn,
  noPassword,
  recordOf,
  requireOtherAdmin,
  stampOf,
} from './account-record.ts'

/** The users of `memoryAccounts`: a directory that also knows the users of sessions. */
export interface MemoryUsers extends UserDirectory<Account>, SessionUsers<Account> {}

export interface MemoryUsersOptions {
  /** Users that exist from the start. */
  users: readonly NewUser[]
  passwords: PasswordHasher
  /** Called with the record of each new user. */
  onCreated(record: AccountRecord): void
}

/** Users in memory, by username. */
export function memoryUsers(
  records: Map<string, AccountRecord>,
  { users, passwords, onCreated }: MemoryUsersOptions,
): MemoryUsers {
  const add = (fields: NewUser, password: AccountRecord['password']): Account => {
    const record = addRecord(records, fields, password)
    onCreated(record)
    return record.user
  }
  for (const fields of users) {
    const { password } = fields
    requireNewUser(fields)
    if (password !== null) requirePassword(password)
    // Hashed on first use: most tests use none of these passwords.
    add(fields, password === null ? noPassword : hashedLater(passwords, password))
  }

  return reportingUsers({
    find: async (username) => records.get(username)?.user ?? null,

    verify: (username, password, known) =>
      verify(passwords, isUsername(username) ? records.get(username) : undefined, password, known),

    async create(fields) {
      requireNewUser(fields)
      const hash = fields.password === null ? null : await passwords.hash(fields.password)
      return add(fields, async () => hash)
    },

    async setPassword(user, password, options) {
      const record = recordOf(records, user)
      const hash = password === null ? null : await passwords.hash(password)
      if (hash === null) requireOtherAdmin(records, record, options)
      record.hasPassword = hash !== null
      record.password = async () => hash
      record.stampNumber++
    },

    passwordStamp: async (user) => stampOf(recordOf(records, user)),

    async setActive(user, isActive, options) {
      const record = recordOf(records, user)
      if (!isActive) requireOtherAdmin(records, record, options)
      if (!isActive) record.stampNumber++
      setUser(record, { ...record.user, isActive })
    },

    async findByPk(pk) {
      const record = [...records.values()].find(({ user }) => `${user.pk}` === pk)
      return record?.user ?? null
    },

    search(filter = {}) {
      const found = [...records.values()].filter(isIn(filter)).map(({ user }) => user)
      return arrayItems(found, { key: 'pk' })
    },

    async hasPassword({ pk, username }) {
      const record = records.get(username)
      return record?.user.pk === pk && record.hasPassword
    },

    async update(user, { email, isStaff }, options) {
      if (email !== undefined) requireEmail(email)
      const record = records.get(user.username)
      if (record?.user.pk !== user.pk) return null
      if (isStaff === false) requireOtherAdmin(records, record, options)
      return setUser(record, {
        ...record.user,
        ...(email !== undefined && { email }),
        ...(isStaff !== undefined && { isStaff }),
      })
    },

    async *all() {
      for (const { user } of records.values()) yield user
    },
  })
}

async function verify(
  passwords: PasswordHasher,
  record: AccountRecord | undefined,
  password: string,
  known?: KnownPassword,
): Promise<Verified<Account> | null> {
  const passwordStamp = record === undefined ? '' : stampOf(record)
  const hash = (await record?.password()) ?? null
  // Inactive users are rejected, and a rejection always costs a hash.
  const spares = record?.user.isActive ? known : undefined
  if (!(await verifyPassword(passwords, password, hash, spares))) return null

  // The password may have changed while the hash was computed.
  if (record === undefined || (await record.password()) !== hash) return null
  return { user: record.user, passwordStamp }
}

function setUser(record: AccountRecord, user: Account): Account {
  record.user = Object.freeze(user)
  return user
}
