import type { Command } from 'commander'
import { addCreateKey } from './create-key.ts'
import { addListKeys } from './list-keys.ts'
import { addRevokeKeys } from './revoke-keys.ts'

/** `turnpike keys create|list|revoke`: API keys. */
export function addKeys(program: Command): void {
  const keys = program.command('keys').description('Creates, lists and revokes API keys.')
  addCreateKey(keys)
  addListKeys(keys)
  addRevokeKeys(keys)
}
