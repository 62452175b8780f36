import type { Command } from 'commander'

export interface PasswordOptions {
  /** False: `--no-password`. */
  password: boolean
  passwordStdin?: boolean
}

export const addPasswordOptions = (command: Command): Command =>
  command
    .option('--password-stdin', 'read the password from the standard input, also on a terminal')
    .option(
      '--no-password',
      'no password: a machine account, which signs in by API key, token or otherwise',
    )
