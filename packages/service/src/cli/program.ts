import { createRequire } from 'node:module'
import { Command, CommanderError } from 'commander'
import { addCopyData } from './commands/database/copy-data.ts'
import { addCounted } from './commands/database/counted.ts'
import { addMigrate } from './commands/database/migrate.ts'
import { addDev } from './commands/development/dev.ts'
import { addRepl } from './commands/development/repl.ts'
import { addSeed } from './commands/development/seed.ts'
import { addKeys } from './commands/keys/keys.ts'
import { addMake } from './commands/make/make.ts'
import { addAdopt } from './commands/moving/adopt.ts'
import { addReplay } from './commands/moving/replay.ts'
import { addSecrets } from './commands/secrets/secrets.ts'
import { addSigningKeys } from './commands/secrets/signing-keys.ts'
import { addCheck } from './commands/service/check.ts'
import { addExplain } from './commands/service/explain.ts'
import { addOpenApi } from './commands/service/openapi.ts'
import { addRoutes } from './commands/service/routes.ts'
import { addServe } from './commands/service/serve.ts'
import { addToken } from './commands/tokens/token.ts'
import { addTokens } from './commands/tokens/tokens.ts'
import { addUsers } from './commands/users/users.ts'

/** Runs the command with which the process was started. @returns the exit code. */
export async function runProgram(): Promise<number> {
  try {
    const program = await createProgram(process.argv.slice(2))
    await program.parseAsync()
    return 0
  } catch (error) {
    // Commander has already written its message or the help text.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const { reportFailure } = await import('./failure.ts')
    return reportFailure(error)
  }
}

/**
 * The command line: `turnpike <command>`. The files of commands/ that are imported here say what
 * the commands are; what they do is loaded when one is run.
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

  addDev(program)
  addServe(program)
  addMake(program)
  addMigrate(program)
  addSeed(program)
  addRepl(program)
  addCopyData(program)
  addCheck(program)
  addRoutes(program)
  addExplain(program)
  addCounted(program)
  addUsers(program)
  addToken(program)
  addTokens(program)
  addKeys(program)
  addSecrets(program)
  addSigningKeys(program)
  addOpenApi(program)
  addAdopt(program)
  await addReplay(program, called)
  if (showsVariables(program, given)) {
    // Now, because Commander does not wait for a help text.
    const { environmentHelp } = await import('./environment-help.ts')
    program.addHelpText('after', helpWith(environmentHelp()))
  }
  return program
}

/** Whether the help of the program itself may be written, which lists the variables. */
function showsVariables({ commands }: Command, [first = '', second]: readonly string[]): boolean {
  if (first === '-V' || first === '--version') return false
  const name = first === 'help' ? second : first
  return !commands.some((command) => command.name() === name)
}

const helpWith = (environment: string) => `
${environment}

Example:
  turnpike migrate
  turnpike create-user ann
  turnpike token ann
  turnpike serve

Exit codes: 0 done, 1 failed (the reason is on the standard error), 2 wrong usage.`

const version = (): string => createRequire(import.meta.url)('turnpike/package.json').version
