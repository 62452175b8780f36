import { randomUUID } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import type { Account } from 'turnpike'
import {
  type ApiKey,
  type ApiKeyRules,
  type ApiKeyStore,
  generateTokenKey,
  hasExpired,
  isAllowedFrom,
  isApiKeyText,
  isKeyUseWorthWriting,
  reportingKeys,
  requireNewApiKey,
  shownPrefix,
} from 'turnpike/kit'
import { cachedLookup } from '../../caching/row-cache.ts'
import { lookup } from '../../database.ts'
import { uuidKey } from '../../items/keys.ts'
import { digestLookup } from '../../statements/digest-lookup.ts'
import type { LastUses } from '../last-uses.ts'
import type { AccountTables, ApiKeyTable } from '../tables.ts'
import type { TokenVault } from '../token-vault.ts'
import { orUserNotFound } from '../tokens.ts'
import { apiKeyOf, foundOf, selectKeys, tablesOfKeys, textOf } from './api-key-row.ts'
import { searchKeys } from './search-keys.ts'

/*
 * A sent API key becomes the digest by which it is found in these steps:
 *
 * 1. packages/turnpike/src/accounts/token-key.ts: a text without its form and checksum is not
 *    looked up.
 * 2. kysely/caching/row-cache.ts, on SQLite: a salted SHA-256 of its own finds a cached row.
 * 3. kysely/accounts/token-vault.ts: one HMAC for each secret, since any may have sealed the key.
 *    API keys and tokens are digested under different keys, so neither is found as the other.
 * 4. kysely/statements/digest-lookup.ts: one query for all of these.
 *
 * kysely/accounts/token-secrets.ts replaces the stored digest when a secret is rotated.
 */

/** API keys in the table `turnpike_api_key`, which does not contain them in a usable form. */
export function kyselyKeys(
  db: Kysely<AccountTables>,
  rules: ApiKeyRules,
  vault: TokenVault,
  uses: LastUses,
): ApiKeyStore<Account> {
  const byDigest = digestLookup(db, selectKeys(db), 'key.digest', vault.secretIds.length)
  const byKey = cachedLookup(db, tablesOfKeys, async (key) => {
    const row = await byDigest(...vault.digestsOf(key))
    return row && foundOf(row)
  })
  const byId = lookup(db, selectKeys(db).where('key.id', '=', ''))

  return reportingKeys({
    async find(key, address) {
      if (!isApiKeyText(key)) return null
      const found = await byKey(
        key,
        (found) =>
          !hasExpired(found, rules) && (address === undefined || isAllowedFrom(found, address)),
      )
      return found && apiKeyOf(found)
    },

    noteUse(apiKey) {
      if (isKeyUseWorthWriting(apiKey, rules)) uses.note(apiKey.id)
    },

    async create(user, given) {
      const fields = requireNewApiKey(given, rules)
      const key = generateTokenKey(rules.keyPrefix)
      const apiKey: ApiKey<Account> = {
        ...fields,
        id: randomUUID(),
        prefix: shownPrefix(key),
        created: rules.now(),
        lastUsed: null,
        user,
      }
      const row = { ...rowOf(apiKey), ...vault.seal(key, user.pk) }
      await orUserNotFound(db, user, db.insertInto('turnpike_api_key').values(row).execute())
      return { apiKey, key }
    },

    search: (filter = {}) => searchKeys(db, rules, filter),

    async get(text) {
      const id = uuidKey(text)
      const row = id === null ? null : await byId(id)
      return row && apiKeyOf(foundOf(row))
    },

    async revoke({ id }) {
      const { numDeletedRows } = await db
        .deleteFrom('turnpike_api_key')
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async revokeAll({ pk }) {
      const { numDeletedRows } = await db
        .deleteFrom('turnpike_api_key')
        .where('user_id', '=', pk)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  })
}

const rowOf = ({ user, scopes, allowedAddresses, ...apiKey }: ApiKey<Account>) =>
  ({
    id: apiKey.id,
    user_id: user.pk,
    name: apiKey.name,
    prefix: apiKey.prefix,
    scopes: textOf(scopes),
    allowed_addresses: allowedAddresses && textOf(allowedAddresses),
    created: apiKey.created.toISOString(),
    expires: apiKey.expires?.toISOString() ?? null,
    last_used: null,
  }) satisfies Omit<Insertable<ApiKeyTable>, 'digest' | 'sealed' | 'secret_id'>
