import type { Command } from 'commander'
import type { Account } from 'turnpike'
import { type ApiKey, type ApiKeyStore, CommandFailed, isApiKeyText } from 'turnpike/kit'
import {
  addDatabaseOption,
  type DatabaseOptions,
  requireUser,
  withAccounts,
} from '../../accounts.ts'

interface RevokeKeysOptions extends DatabaseOptions {
  /** The user all of whose keys are revoked. */
  all?: string
}

/** `turnpike keys revoke <key>` and `turnpike keys revoke --all <username>`. */
export function addRevokeKeys(keys: Command): void {
  const command = keys
    .command('revoke')
    .description('Revokes an API key at once and for good.')
    .argument('[key]', 'its id, how it begins (tk_3fHq2Z), or all of it')
    .option('--all <username>', 'instead, every API key of the user')

  addDatabaseOption(command)
    .addHelpText('after', help)
    .action((text: string | undefined, options: RevokeKeysOptions) => {
      if (text !== undefined && options.all === undefined) return revokeKey(text, options)
      if (text === undefined && options.all !== undefined) return revokeAll(options.all, options)
      return command.error('error: give either a key or --all <username>', { exitCode: 2 })
    })
}

const help = `
Running services refuse the key from the next request.

Examples:
  turnpike keys revoke tk_3fHq2Z
  turnpike keys revoke 0b0c8a1e-5b5f-4b8e-9d0c-0f6f0a4c7d11
  turnpike keys revoke --all ann`

const revokeKey = (text: string, options: RevokeKeysOptions) =>
  withAccounts(options, async ({ keys }) => {
    const apiKey = await keyOf(keys, text)
    if (!(await keys.revoke(apiKey))) throw new CommandFailed(unknown(text))
    console.log(`Revoked the API key ${described(apiKey)}`)
  })

const revokeAll = (username: string, options: RevokeKeysOptions) =>
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
