import { SuspiciousRequest } from '../errors/exceptions.ts'
import { hostnameOf } from './client.ts'
import type { HttpRequest } from './http-request.ts'

/**
 * Checks that the API answers for the host, because links are built from it.
 *
 * @param allowed names in lower case, `.example.com` for all subdomains, `*` for any. Null means
 *   any.
 * @throws SuspiciousRequest when it is not allowed.
 */
export function checkHost(request: HttpRequest, allowed: readonly string[] | null): void {
  if (allowed === null) return
  const hostname = hostnameOf(request.client.host)
  const isAllowed = allowed.some(
    (name) =>
      name === '*' ||
      name === hostname ||
      (name.startsWith('.') && (hostname === name.slice(1) || hostname.endsWith(name))),
  )
  if (!isAllowed) throw new SuspiciousRequest(`The host ${hostname} is not in ALLOWED_HOSTS.`)
}
