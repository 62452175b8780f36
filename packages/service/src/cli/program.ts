import { createRequire } from 'node:module'
import { Command } from 'commander'
import { addAdopt } from './commands/adopt.ts'
import { addCheck } from './commands/check.ts'
import { addCopyData } from './commands/copy-data.ts'
import { addCounted } from './commands/counted.ts'
import { addExplain } from './commands/explain.ts'
import { addKeys } from './commands/keys/keys.ts'
import { addMigrate } from './commands/migrate.ts'
import { addOpenApi } from './commands/openapi.ts'
import { addReplay } from './commands/replay.ts'
import { addSecrets } from './commands/secrets.ts'
import { addServe } from './commands/serve.ts'
import { addSigningKeys } from './commands/signing-keys.ts'
import { addToken } from './commands/token.ts'
import { addTokens } from './commands/tokens.ts'
import { addChangePassword } from './commands/users/change-password.ts'
import { addCreateUser } from './commands/users/create-user.ts'
import { addDeleteUser } from './commands/users/delete-user.ts'
import { addSetActive } from './commands/users/set-active.ts'
import { addSetStaff } from './commands/users/set-staff.ts'
import { environmentHelp } from './environment-help.ts'
import { reportFailure } from './failure.ts'

/** Runs the command with which the process was started. @returns the exit code. */
export async function runProgram(): Promise<number> {
  try {
    const program = await createProgram(process.argv.slice(2))
    await program.parseAsync()
    return 0
  } catch (error) {
    return reportFailure(error)
  }
}

/**
 * The command line: `turnpike <command>`. Each command is a file of its own.
 *
 * @param given the arguments. A command of another package is loaded only if they name it.
 */
export async function createProgram(given: readonly string[]): Promise<Command> {
  const called = given.find((argument) => !/^(?:-|help$)/.test(argument)) ?? null
  const program = new Command('turnpike')
    .description('Serves a JSON API and keeps its accounts.')
    .version(version(), '-V, --version')
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, 'turnpike: ')),
    })
    .exitOverride()
    .addHelpText('after', help)

  addServe(program)
  addMigrate(program)
  addCopyData(program)
  addCheck(program)
  addExplain(program)
  addCounted(program)
  addCreateUser(program)
  addChangePassword(program)
  addSetActive(program)
  addSetStaff(program)
  addDeleteUser(program)
  addToken(program)
  addTokens(program)
  addKeys(program)
  addSecrets(program)
  addSigningKeys(program)
  addOpenApi(program)
  addAdopt(program)
  await addReplay(program, called)
  return program
}

const help = () => `
${environmentHelp()}

Example:
  turnpike migrate
  turnpike create-user ann
  turnpike token ann
  turnpike serve

Exit codes: 0 done, 1 failed (the reason is on the standard error), 2 wrong usage.`

const version = (): string => createRequire(import.meta.url)('turnpike/package.json').version
