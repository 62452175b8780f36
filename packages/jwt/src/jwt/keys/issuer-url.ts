import { isLoopback, type Rule } from 'turnpike/kit'

/**
 * Whether keys may be fetched from there: over https, so that nobody on the way can replace them,
 * or from this machine (RFC 8414 §6.1).
 */
export function isSecureUrl(text: unknown): text is string {
  if (typeof text !== 'string' || !URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username !== '' || password !== '' || hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** The URL of a set of keys. */
export const secureUrl: Rule<string | URL> = {
  expected: 'an https:// URL, or an http:// one of this machine, without a password and a fragment',
  accepts: (value): value is string | URL => isSecureUrl(value instanceof URL ? value.href : value),
}
