import { type Command, Option } from 'commander'
import { addDatabaseOption, type DatabaseOptions } from '../../database-option.ts'
import { onCall } from '../../on-call.ts'
import { readDays, readTime } from './lifetime.ts'

/** `turnpike keys create|list|revoke`: API keys. */
export function addKeys(program: Command): void {
  const keys = program.command('keys').description('Creates, lists and revokes API keys.')
  addCreateKey(keys)
  addListKeys(keys)
  addRevokeKeys(keys)
}

/** `turnpike keys create <username> --name <name>`: prints a new API key, once. */
function addCreateKey(keys: Command): void {
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
      new Option(
        '-e, --expires <time>',
        'its end: 2027-01-31 (the beginning of that day, UTC), or a time',
      )
        .argParser(readTime)
        .conflicts(['days', 'never']),
    )
    .addOption(
      new Option('--days <number>', 'its lifetime in days').argParser(readDays).conflicts('never'),
    )
    .option('--never', 'it does not expire; with none of these three: API_KEY_DEFAULT_AGE')

  addDatabaseOption(command)
    .addHelpText('after', createHelp)
    .action(onCall(async () => (await import('./create-key.ts')).createKey))
}

const createHelp = `
The standard output has the key and nothing else, so that a script can capture it.

Examples:
  turnpike keys create ci --name deploy --scope notes:read --scope notes:write --days 90
  turnpike keys create ci --name export --expires 2027-01-31 --address 10.0.0.0/8
  KEY=$(turnpike keys create ci --name backup --never)`

/** `turnpike keys list [username]`: API keys, without their secrets. */
function addListKeys(keys: Command): void {
  const command = keys
    .command('list')
    .description('Lists API keys: how they begin, what they may do, and when they were last used.')
    .argument('[username]', 'the user; default: all users')
    .option('--expired', 'only those that have expired')
    .option('--json', 'print them as JSON, with their ids')

  addDatabaseOption(command)
    .addHelpText('after', '\nExamples:\n  turnpike keys list ann\n  turnpike keys list --json')
    .action(onCall(async () => (await import('./list-keys.ts')).listKeys))
}

const addTo = (value: string, previous: readonly string[] = []) => [...previous, value]

interface RevokeKeysOptions extends DatabaseOptions {
  /** The user all of whose keys are revoked. */
  all?: string
}

/** `turnpike keys revoke <key>` and `turnpike keys revoke --all <username>`. */
function addRevokeKeys(keys: Command): void {
  const command = keys
    .command('revoke')
    .description('Revokes an API key at once and for good.')
    .argument('[key]', 'its id, how it begins (tk_3fHq2Z), or all of it')
    .option('--all <username>', 'instead, every API key of the user')

  addDatabaseOption(command)
    .addHelpText('after', revokeHelp)
    .action(async (text: string | undefined, options: RevokeKeysOptions) => {
      const { revokeAll, revokeKey } = await import('./revoke-keys.ts')
      if (text !== undefined && options.all === undefined) return revokeKey(text, options)
      if (text === undefined && options.all !== undefined) return revokeAll(options.all, options)
      return command.error('error: give either a key or --all <username>', { exitCode: 2 })
    })
}

const revokeHelp = `
Running services refuse the key from the next request.

Examples:
  turnpike keys revoke tk_3fHq2Z
  turnpike keys revoke 0b0c8a1e-5b5f-4b8e-9d0c-0f6f0a4c7d11
  turnpike keys revoke --all ann`
