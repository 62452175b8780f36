/** Tokens: one for each user. The table has a digest to find them and the sealed key. */
import type { DatabaseSync } from 'node:sqlite'
import { type Account, SignInOutdated, type Token, type TokenStore, UserNotFound } from 'turnpike'
import {
  generateTokenKey,
  isExpired,
  isTokenKey,
  isTokenUseWorthWriting,
  sha256Base64Url,
  type TokenRules,
} from 'turnpike/kit'
import { atomically, firstRow, run, sql } from '../sql.ts'
import { type AccountRow, accountOf, accountRow, stampOf } from './rows.ts'
import type { Seal } from './seal.ts'

export function sqliteTokens(
  database: DatabaseSync,
  { seal, open }: Seal,
  rules: TokenRules,
): TokenStore<Account> {
  /** Null: there is none, or it has expired. */
  function valid(column: 'digest' | 'user_id', value: string | number): TokenRow | null {
    const row = firstRow<TokenRow>(database, sql(`${select} where token.${column} = ?`, value))
    return row === null || isExpired(timesOf(row), rules) ? null : row
  }

  function validOf({ pk }: Account): Token<Account> | null {
    const row = valid('user_id', pk)
    return row && tokenOf(row, open(row.sealed, row.id))
  }

  /** A new token in place of the one that there may be. */
  function issue(user: Account): Token<Account> {
    const row = accountRow(database, user.pk)
    if (row === null) throw new UserNotFound(user)
    const key = generateTokenKey(rules.keyPrefix)
    const created = rules.now()
    run(
      database,
      sql(
        'insert or replace into token (user_id, digest, sealed, created) values (?, ?, ?, ?)',
        ...[row.id, sha256Base64Url(key), seal(key, row.id), created.toISOString()],
      ),
    )
    return { key, user: accountOf(row), created }
  }

  /** @throws SignInOutdated when the user has another password, or is inactive or gone. */
  function requireStamp(user: Account, stamp: string): void {
    const row = accountRow(database, user.pk)
    if (!row?.is_active || stampOf(row) !== stamp) throw new SignInOutdated(user)
  }

  return {
    async find(key) {
      if (!isTokenKey(key, rules.keyPrefix)) return null
      const digest = sha256Base64Url(key)
      const row = valid('digest', digest)
      if (row === null) return null
      if (isTokenUseWorthWriting(timesOf(row), rules)) {
        const use = 'update token set last_used = ? where digest = ?'
        run(database, sql(use, rules.now().toISOString(), digest))
      }
      return tokenOf(row, key)
    },

    of: async (user) => validOf(user),

    // In one transaction: of any number at once, one finds no token and issues it.
    getOrCreate: async (user, verified) =>
      atomically(database, () => {
        if (verified !== undefined) requireStamp(user, verified.passwordStamp)
        return validOf(user) ?? issue(user)
      }),

    regenerate: async (user) => atomically(database, () => issue(user)),

    revoke: async ({ pk }) => run(database, sql('delete from token where user_id = ?', pk)) > 0,
  }
}

interface TokenRow extends AccountRow {
  readonly sealed: string
  readonly issued: string
  readonly last_used: string | null
}

const select = `select account.*, token.sealed, token.created as issued, token.last_used
  from token join account on account.id = token.user_id`

const timesOf = ({ issued, last_used }: TokenRow) => ({
  created: new Date(issued),
  lastUsed: last_used === null ? null : new Date(last_used),
})

const tokenOf = (row: TokenRow, key: string): Token<Account> => ({
  key,
  user: accountOf(row),
  created: new Date(row.issued),
})
