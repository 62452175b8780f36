import { arrayItems } from '../../items/array.ts'
import { isAllowedFrom } from '../keys/allowed-addresses.ts'
import type { ApiKey } from '../keys/api-key.ts'
import {
  type ApiKeyRules,
  hasExpired,
  isKeyUseWorthWriting,
  shownPrefix,
} from '../keys/api-key-rules.ts'
import type { ApiKeyFilter, ApiKeyStore } from '../keys/api-key-store.ts'
import { requireNewApiKey } from '../keys/new-api-key.ts'
import { reportingKeys } from '../revocations/reporting.ts'
import { generateTokenKey, isApiKeyText } from '../token-key.ts'
import type { Account } from '../user.ts'
import { type AccountRecord, recordOf } from './account-record.ts'

interface KeyRecord {
  readonly fields: Omit<ApiKey<Account>, 'user' | 'lastUsed'>
  /** Has the user as they are now. */
  readonly owner: AccountRecord
  lastUsed: Date | null
}

/** API keys in memory. */
export function memoryKeys(
  records: ReadonlyMap<string, AccountRecord>,
  rules: ApiKeyRules,
): ApiKeyStore<Account> {
  const bySecret = new Map<string, KeyRecord>()
  const byId = new Map<string, KeyRecord>()

  function remove(isRevoked: (record: KeyRecord) => boolean): number {
    const revoked = [...bySecret].filter(([, record]) => isRevoked(record))
    for (const [secret, { fields }] of revoked) {
      bySecret.delete(secret)
      byId.delete(fields.id)
    }
    return revoked.length
  }

  return reportingKeys({
    async find(key, address) {
      const record = isApiKeyText(key) ? bySecret.get(key) : undefined
      if (record === undefined || hasExpired(record.fields, rules)) return null
      const isAllowed = address === undefined || isAllowedFrom(record.fields, address)
      return isAllowed ? apiKeyOf(record) : null
    },

    noteUse({ id }) {
      const record = byId.get(id)
      if (record !== undefined && isKeyUseWorthWriting(record, rules)) record.lastUsed = rules.now()
    },

    async create(user, given) {
      const fields = requireNewApiKey(given, rules)
      const owner = recordOf(records, user)
      const key = generateTokenKey(rules.keyPrefix)
      const id = crypto.randomUUID()
      const record: KeyRecord = {
        fields: { ...fields, id, prefix: shownPrefix(key), created: rules.now() },
        owner,
        lastUsed: null,
      }
      bySecret.set(key, record)
      byId.set(id, record)
      return { apiKey: apiKeyOf(record), key }
    },

    search: (filter = {}) =>
      arrayItems([...byId.values()].map(apiKeyOf).filter(isIn(filter, rules)), { key: 'id' }),

    async get(id) {
      const record = byId.get(id)
      return record === undefined ? null : apiKeyOf(record)
    },

    revoke: async ({ id }) => remove(({ fields }) => fields.id === id) > 0,

    revokeAll: async ({ pk }) => remove(({ owner }) => owner.user.pk === pk),
  })
}

const apiKeyOf = ({ fields, owner, lastUsed }: KeyRecord): ApiKey<Account> => ({
  ...fields,
  lastUsed,
  user: owner.user,
})

function isIn(
  { user, text = '', hasExpired: isGone }: ApiKeyFilter<Account>,
  rules: ApiKeyRules,
): (apiKey: ApiKey<Account>) => boolean {
  const part = text.toLowerCase()
  const hasPart = (value: string) => value.toLowerCase().includes(part)
  return (apiKey) =>
    (user === undefined || apiKey.user.pk === user.pk) &&
    (hasPart(apiKey.name) || hasPart(apiKey.prefix) || hasPart(apiKey.user.username)) &&
    (isGone === undefined || hasExpired(apiKey, rules) === isGone)
}
