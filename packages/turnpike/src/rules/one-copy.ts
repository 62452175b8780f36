import { ConfigurationError } from '../errors/configuration-error.ts'

declare global {
  var turnpikeCopies: Set<string> | undefined
}

/**
 * The copies of this package in the process, by the addresses of their modules. A module that is
 * loaded again under the same address, as test runners do, is the same copy.
 */
globalThis.turnpikeCopies ??= new Set()
const copies = globalThis.turnpikeCopies
const own = (import.meta.url ?? 'a bundle').replace(/[?#].*/s, '')
copies.add(own)

/**
 * @throws ConfigurationError when the process has two copies of `turnpike`: errors and answers of
 *   one are unknown to the other, and what is registered by identity is lost, in silence.
 */
export function requireOneCopy(): void {
  if (copies.size < 2) return
  throw new ConfigurationError(
    `There are ${copies.size} copies of turnpike: ${[...copies].join(' and ')}. ` +
      'Install one version that all packages accept; npm ls turnpike shows who needs which.',
  )
}
