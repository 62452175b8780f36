import type { ApiKey } from 'turnpike/kit'
import { requireUser, withAccounts } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'
import { inColumns } from '../../in-columns.ts'

export interface ListKeysOptions extends DatabaseOptions {
  json?: boolean
  expired?: boolean
}

/** Prints the API keys of one user or all, as a table or as JSON. */
export const listKeys = (username: string | undefined, options: ListKeysOptions) =>
  withAccounts(options, async (accounts) => {
    const user =
      username === undefined
        ? undefined
        : await requireUser(accounts, username, 'Cannot list the API keys')
    const found = await accounts.keys
      .search({ ...(user && { user }), ...(options.expired && { hasExpired: true }) })
      .slice(0, null)

    if (options.json) console.log(JSON.stringify(found.map(shown), null, 2))
    else if (found.length === 0) console.log('No API keys.')
    else for (const line of inColumns([headings, ...found.map(cells)])) console.log(line)
  })

const shown = ({ id, name, prefix, user, scopes, ...apiKey }: ApiKey) => ({
  id,
  name,
  prefix,
  user: user.username,
  scopes,
  created: apiKey.created,
  expires: apiKey.expires,
  last_used: apiKey.lastUsed,
  allowed_addresses: apiKey.allowedAddresses,
})

const headings = ['KEY', 'NAME', 'USER', 'SCOPES', 'CREATED', 'EXPIRES', 'LAST USE', 'ADDRESSES']

const cells = ({ prefix, name, user, scopes, ...apiKey }: ApiKey): string[] => [
  prefix,
  name,
  user.username,
  scopes.join(' ') || '-',
  dayOf(apiKey.created),
  endOf(apiKey),
  dayOf(apiKey.lastUsed),
  apiKey.allowedAddresses?.join(' ') ?? 'all',
]

const dayOf = (moment: Date | null): string => moment?.toISOString().slice(0, 10) ?? 'never'

const endOf = ({ expires }: Pick<ApiKey, 'expires'>): string =>
  expires !== null && expires.getTime() <= Date.now()
    ? `${dayOf(expires)} (expired)`
    : dayOf(expires)
