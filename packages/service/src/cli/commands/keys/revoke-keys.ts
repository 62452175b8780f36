import type { Account } from 'turnpike'
import { type ApiKey, type ApiKeyStore, CommandFailed, isApiKeyText } from 'turnpike/kit'
import { requireUser, withAccounts } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'

/** Revokes one API key. */
export const revokeKey = (text: string, options: DatabaseOptions) =>
  withAccounts(options, async ({ keys }) => {
    const apiKey = await keyOf(keys, text)
    if (!(await keys.revoke(apiKey))) throw new CommandFailed(unknown(text))
    console.log(`Revoked the API key ${described(apiKey)}`)
  })

/** Revokes every API key of the user. */
export const revokeAll = (username: string, options: DatabaseOptions) =>
  withAccounts(options, async (accounts) => {
    const user = await requireUser(accounts, username, 'Cannot revoke the API keys')
    const count = await accounts.keys.revokeAll(user)
    console.log(`Revoked ${count} ${count === 1 ? 'API key' : 'API keys'} of user ${username}`)
  })

/** @throws CommandFailed when there is none, or several begin like this. */
async function keyOf(keys: ApiKeyStore<Account>, text: string): Promise<ApiKey<Account>> {
  const one = (await keys.get(text)) ?? (isApiKeyText(text) ? await keys.find(text) : null)
  if (one !== null) return one

  const alike = text === '' ? [] : await keys.search({ text }).slice(0, null)
  const found = alike.filter(({ prefix }) => prefix === text)
  if (found.length > 1) {
    const ids = found.map((apiKey) => `${apiKey.id} is ${described(apiKey)}`).join('; ')
    throw new CommandFailed(`Several API keys begin with ${text}. Give the id: ${ids}`)
  }
  if (found[0] === undefined) throw new CommandFailed(unknown(text))
  return found[0]
}

const described = ({ prefix, name, user }: ApiKey) => `${prefix} (${name}) of user ${user.username}`

/** A whole key is not repeated: the output may be logged. */
const unknown = (text: string) =>
  `There is no API key ${isApiKeyText(text) ? 'with this text, or it has expired' : text}. Run: turnpike keys list`
