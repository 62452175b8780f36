import type { Command } from 'commander'
import { addDatabaseOption } from '../../database-option.ts'
import { onCall } from '../../on-call.ts'

/** `turnpike secrets generate` and `turnpike secrets rotate`. */
export function addSecrets(program: Command): void {
  const secrets = program
    .command('secrets')
    .description('Generates secrets, and seals tokens and API keys again with a new one.')

  secrets
    .command('generate')
    .description('Prints a new secret for SECRET_KEYS.')
    .addHelpText('after', '\nExample:\n  export SECRET_KEYS=$(turnpike secrets generate)')
    .action(async () => {
      const { randomSecret } = await import('turnpike/internal/http/signing')
      console.log(randomSecret())
    })

  const rotate = secrets
    .command('rotate')
    .description('Seals all tokens and API keys with the first of SECRET_KEYS. They do not change.')
    .option(
      '--revoke-lost',
      'revoke those that cannot be read instead of failing: their secret is lost, or they were changed',
    )

  addDatabaseOption(rotate)
    .addHelpText('after', help)
    .action(onCall(async () => (await import('./rotate-secrets.ts')).rotateSecrets))
}

const help = `
To replace a secret:
  1. put a new one in front of it, SECRET_KEYS=new,old, and restart every process of the service;
  2. run this command;
  3. remove the old one, SECRET_KEYS=new, and restart again.`
