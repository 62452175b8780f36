import { reportingTokens } from '../revocations/reporting.ts'
import { generateTokenKey } from '../token-key.ts'
import { isExpired, type TokenRules } from '../token-rules.ts'
import type { Token, TokenStore } from '../token-store.ts'
import type { Account } from '../user.ts'
import { SignInOutdated } from '../user-store.ts'
import { type AccountRecord, recordOf, stampOf } from './account-record.ts'

interface TokenRecord {
  readonly key: string
  readonly created: Date
  /** Has the user as they are now. */
  readonly owner: AccountRecord
  lastUsed: Date | null
}

/** Tokens in memory, and the function that issues a new one to a user. */
export function memoryTokens(
  records: ReadonlyMap<string, AccountRecord>,
  rules: TokenRules,
): { tokens: TokenStore<Account>; issue(owner: AccountRecord): Token<Account> } {
  const byKey = new Map<string, TokenRecord>()
  const byUser = new Map<number, TokenRecord>()

  function issue(owner: AccountRecord): Token<Account> {
    const { pk } = owner.user
    remove(pk)
    const key = generateTokenKey(rules.keyPrefix)
    const record = { key, created: rules.now(), owner, lastUsed: null }
    byUser.set(pk, record)
    byKey.set(key, record)
    return tokenOf(record)
  }

  function remove(pk: number): boolean {
    const record = byUser.get(pk)
    if (record !== undefined) byKey.delete(record.key)
    return byUser.delete(pk)
  }

  const valid = (record: TokenRecord | undefined): TokenRecord | null =>
    record !== undefined && !isExpired(record, rules) ? record : null

  function validOf({ pk }: Account): Token<Account> | null {
    const record = valid(byUser.get(pk))
    return record && tokenOf(record)
  }

  function requireStamp(user: Account, stamp: string): void {
    const record = records.get(user.username)
    const isCurrent = record?.user.isActive && stampOf(record) === stamp
    if (!isCurrent) throw new SignInOutdated(user)
  }

  const tokens: TokenStore<Account> = {
    async find(key) {
      const record = valid(byKey.get(key))
      if (record === null) return null
      record.lastUsed = rules.now()
      return tokenOf(record)
    },

    of: async (user) => validOf(user),

    async getOrCreate(user, verified) {
      if (verified !== undefined) requireStamp(user, verified.passwordStamp)
      return validOf(user) ?? issue(recordOf(records, user))
    },

    regenerate: async (user) => issue(recordOf(records, user)),

    revoke: async ({ pk }) => remove(pk),
  }
  return { tokens: reportingTokens(tokens), issue }
}

const tokenOf = ({ key, created, owner }: TokenRecord): Token<Account> => ({
  key,
  user: owner.user,
  created,
})
