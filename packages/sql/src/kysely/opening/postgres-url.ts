import { withoutPassword } from 'turnpike/kit'
import type { RequiredRole } from '../postgres/servers/servers.ts'

/** Where a database on PostgreSQL is. */
export interface PostgresPlace {
  /** The URL of each host, in the order in which they are tried. */
  readonly urls: readonly URL[]
  readonly role: RequiredRole
}

/**
 * The hosts of a PostgreSQL database; null for other databases. Several hosts and
 * `target_session_attrs` are written as for PostgreSQL's own programs:
 * `postgres://user:password@one:5432,two:5432/notes?target_session_attrs=primary`. Without that
 * parameter, a single host may have any role, and of several one that takes writes is used.
 *
 * @throws Error when it cannot be parsed, or the service could not write.
 */
export function postgresPlace(text: string): PostgresPlace | null {
  const [, start = '', hosts, end = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? []
  if (hosts === undefined) return null

  const names = hosts.split(',')
  // An empty one, as after a final comma, would mean this machine.
  if (names.length > 1 && names.some((name) => /^(:|$)/.test(name))) throw unparsable(text)
  const urls = names.map((host) => parsedUrl(text, `${start}${host}${end}`))
  const given = urls[0]?.searchParams.get('target_session_attrs')
  for (const url of urls) url.searchParams.delete('target_session_attrs')
  return { urls, role: roleOf(given ?? (urls.length > 1 ? 'read-write' : 'any')) }
}

/**
 * The URL of a PostgreSQL database with one host, with a safe `sslmode`; null for other databases.
 *
 * @throws Error when it cannot be parsed.
 */
export const postgresUrl = (text: string): URL | null =>
  /^postgres(ql)?:\/\//.test(text) ? parsedUrl(text, text) : null

function parsedUrl(text: string, ofHost: string): URL {
  const url = URL.parse(ofHost)
  if (url === null) throw unparsable(text)
  // These check the certificate today but will not in pg 9: keep the safe meaning.
  const mode = url.searchParams.get('sslmode') ?? ''
  if (/^(prefer|require|verify-ca)$/.test(mode) && !url.searchParams.has('uselibpqcompat')) {
    url.searchParams.set('sslmode', 'verify-full')
  }
  return url
}

const unparsable = (text: string) =>
  new Error(
    `The database URL ${withoutPassword(text)} cannot be parsed. Write ` +
      'postgres://user:password@host:5432/notes, with special characters percent-encoded: ' +
      '%2F for /, %40 for @.',
  )

const roles: Readonly<Record<string, RequiredRole>> = {
  any: 'any',
  'read-write': 'read-write',
  primary: 'primary',
}

function roleOf(given: string): RequiredRole {
  const role = Object.hasOwn(roles, given) ? roles[given] : undefined
  if (role !== undefined) return role
  throw new Error(
    `The database URL has target_session_attrs=${given}. Valid values: ${Object.keys(roles).join(', ')}, ` +
      'because the service writes to its database.',
  )
}
