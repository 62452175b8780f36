import { type Command, InvalidArgumentError, Option } from 'commander'
import type { NewApiKey } from 'turnpike/kit'
import {
  addDatabaseOption,
  type DatabaseOptions,
  requireUser,
  withAccounts,
} from '../../accounts.ts'

interface CreateKeyOptions extends DatabaseOptions {
  name: string
  scope?: readonly string[]
  address?: readonly string[]
  expires?: Date
  days?: number
  never?: boolean
}

/** `turnpike keys create <username> --name <name>`: prints a new API key, once. */
export function addCreateKey(keys: Command): void {
  const command = keys
    .command('create')
    .description('Creates an API key and prints it. It cannot be printed again.')
    .argument('<username>', 'the user; programs with the key act as this user')
    .requiredOption('-n, --name <name>', 'what the key is for')
    .option('-s, --scope <scope>', 'what it allows; may be repeated', addTo)
    .option(
      '-a, --address <range>',
      'an address or range from which it may be used; may be repeated; default all',
      addTo,
    )
    .addOption(
      new Option('-e, --expires <time>', 'its end: 2027-01-31 (as the day begins, UTC), or a time')
        .argParser(readTime)
        .conflicts(['days', 'never']),
    )
    .addOption(
      new Option('--days <number>', 'its lifetime in days').argParser(readDays).conflicts('never'),
    )
    .option('--never', 'it does not expire; with none of these three: API_KEY_DEFAULT_AGE')

  addDatabaseOption(command).addHelpText('after', help).action(createKey)
}

const help = `
The standard output has the key and nothing else, so that a script can capture it.

Examples:
  turnpike keys create ci --name deploy --scope notes:read --scope notes:write --days 90
  turnpike keys create ci --name export --expires 2027-01-31 --address 10.0.0.0/8
  KEY=$(turnpike keys create ci --name backup --never)`

const createKey = (username: string, options: CreateKeyOptions) =>
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

const addTo = (value: string, previous: readonly string[] = []) => [...previous, value]

const day = /^\d{4}-\d\d-\d\d$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

function readTime(text: string): Date {
  const date = new Date(day.test(text) || time.test(text) ? text : Number.NaN)
  // JavaScript reads the 30th of February as a day of March.
  const exists = new Date(`${text.slice(0, 10)}T00:00Z`).toJSON()?.startsWith(text.slice(0, 10))
  if (Number.isNaN(date.getTime()) || !exists) {
    throw new InvalidArgumentError('Write it as 2027-01-31 or 2027-01-31T12:00:00Z.')
  }
  return date
}

function readDays(text: string): number {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > 36_500) throw new InvalidArgumentError('Write a number from 1 to 36500.')
  return days
}
