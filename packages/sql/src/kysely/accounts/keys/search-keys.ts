import type { Kysely } from 'kysely'
import type { Account, ItemSet } from 'turnpike'
import type { ApiKey, ApiKeyFilter, ApiKeyRules } from 'turnpike/kit'
import { kyselyItems } from '../../items/items.ts'
import { mapItems } from '../../items/map-items.ts'
import type { AccountTables } from '../tables.ts'
import { containsText } from '../text-search.ts'
import { type ApiKeyRow, apiKeyOf, foundOf, selectKeys } from './api-key-row.ts'

/** The API keys that match the filter, in order of creation. */
export function searchKeys(
  db: Kysely<AccountTables>,
  rules: Pick<ApiKeyRules, 'now'>,
  { user, text = '', hasExpired }: ApiKeyFilter<Account>,
): ItemSet<ApiKey<Account>> {
  let keys = selectKeys(db)
  if (user !== undefined) keys = keys.where('key.user_id', '=', user.pk)
  if (text !== '') keys = keys.where(containsText(db, searchedColumns, text))
  if (hasExpired !== undefined) {
    const now = rules.now().toISOString()
    keys = keys.where((eb) =>
      hasExpired
        ? eb('key.expires', '<=', now)
        : eb.or([eb('key.expires', 'is', null), eb('key.expires', '>', now)]),
    )
  }

  // A subquery, so that it can be ordered by the fields of an API key.
  const rows = db
    .selectFrom(keys.as('row'))
    .select(['row.digest', 'row.key_id', 'row.key_id as id', 'row.name', 'row.prefix'])
    .select([
      'row.scopes',
      'row.allowed_addresses',
      'row.key_created',
      'row.key_created as created',
    ])
    .select(['row.expires', 'row.last_used', 'row.last_used as lastUsed'])
    .select(['row.id as user_id', 'row.username', 'row.email', 'row.is_active', 'row.is_staff'])
    .select('row.created as user_created')
  return mapItems(
    kyselyItems(db, db.selectFrom(rows.as('api_key')).selectAll(), { key: 'id' }).orderBy([
      'created',
    ]),
    (row) => apiKeyOf(foundOf({ ...row, id: row.user_id, created: row.user_created } as ApiKeyRow)),
  )
}

const searchedColumns = ['key.name', 'key.prefix', 'user.username']
