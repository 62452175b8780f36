import { SuspiciousRequest } from '../errors/exceptions.ts'
import { hostnameOf } from './client.ts'

/**
 * The host must be one that the API answers for: links are built from it.
 *
 * @param allowed names in lower case, `.example.com` for all below, `*` for any. Null: any.
 * @throws SuspiciousRequest when it is none of them.
 */
export function checkHost(host: string, allowed: readonly string[] | null): void {
  if (allowed === null) return
  const hostname = hostnameOf(host)
  const isAllowed = allowed.some(
    (name) =>
      name === '*' ||
      name === hostname ||
      (name.startsWith('.') && (hostname === name.slice(1) || hostname.endsWith(name))),
  )
  if (!isAllowed) throw new SuspiciousRequest(`The host ${hostname} is not in ALLOWED_HOSTS.`)
}
