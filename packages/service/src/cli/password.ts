import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { passwordProblems } from 'turnpike/internal/accounts/passwords/rules/validate-password'
import { CommandFailed, type PasswordOwner } from 'turnpike/kit'
import type { Config } from '../service/config.ts'
import type { PasswordOptions } from './password-options.ts'

/**
 * The new password of a user; null for none.
 *
 * @throws CommandFailed when it is empty, is not a single line, differs the second time, or breaks
 *   the rules of `PASSWORD_RULES`.
 */
export async function readNewPassword(
  options: PasswordOptions,
  owner: PasswordOwner,
  { settings }: Config,
): Promise<string | null> {
  if (!options.password) return null

  const isTyped = process.stdin.isTTY && !options.passwordStdin
  const password = isTyped ? await askTwice() : oneLine(await buffer(process.stdin))
  if (password === '') {
    throw new CommandFailed(
      'The password is empty. For a user without a password, use --no-password.',
    )
  }

  const problems = await passwordProblems(password, owner, { ...settings, LOGGER: stderrLogger })
  if (problems.length === 0) return password
  throw new CommandFailed(problems.map(({ message }) => message.text).join(' '))
}

const log = (_fields: object, message: string) => console.error(`turnpike: ${message}`)
const stderrLogger = { info: log, warn: log, error: log }

/** Asks twice on the terminal. The input is not shown, and cannot be recalled the second time. */
async function askTwice(): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
  terminal.on('SIGINT', () => terminal.close())
  const lines = terminal[Symbol.asyncIterator]()

  try {
    const password = await ask('Password: ', lines)
    if (password === (await ask('Password (again): ', lines))) return password
    throw new CommandFailed('The two passwords differ. Nothing was changed.')
  } finally {
    terminal.close()
  }
}

async function ask(question: string, lines: AsyncIterator<string>): Promise<string> {
  process.stderr.write(question)
  const { value, done } = await lines.next()
  process.stderr.write('\n')
  if (done) throw new CommandFailed('No password was given. Nothing was changed.')
  return value
}

function oneLine(bytes: Uint8Array): string {
  const line = decode(bytes).replace(/\r?\n$/, '')
  if (/[\r\n]/.test(line)) throw new CommandFailed('The password has more than one line.')
  return line
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw new CommandFailed('The password is not UTF-8 text.', { cause: error })
  }
}
