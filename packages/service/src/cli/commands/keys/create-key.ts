import type { NewApiKey } from 'turnpike/kit'
import { requireUser, withAccounts } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'

export interface CreateKeyOptions extends DatabaseOptions {
  name: string
  scope?: readonly string[]
  address?: readonly string[]
  expires?: Date
  days?: number
  never?: boolean
}

/** Prints a new API key. */
export const createKey = (username: string, options: CreateKeyOptions) =>
  withAccounts(options, async (accounts) => {
    const user = await requireUser(accounts, username, 'Cannot create the API key')
    const { apiKey, key } = await accounts.keys.create(user, fieldsOf(options))

    const { name, prefix, expires } = apiKey
    const end = expires === null ? 'never expires' : `expires ${expires.toISOString()}`
    console.error(`Created the API key ${prefix} (${name}) for user ${username}; it ${end}`)
    if (!user.isActive) {
      console.error(`User ${username} is inactive: the key is refused until the user is activated`)
    }
    console.log(key)
  })

const fieldsOf = ({
  name,
  scope = [],
  address,
  expires,
  days,
  never = false,
}: CreateKeyOptions): NewApiKey => ({
  name,
  scopes: scope,
  allowedAddresses: address,
  expires: never ? null : days === undefined ? expires : new Date(Date.now() + days * 86_400_000),
})
