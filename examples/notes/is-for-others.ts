import type { Config } from '@turnpike/service'

/** Whether others than this machine may reach the service: then nobody may know its passwords. */
export function isForOthers(
  { host, settings: { BASE_URL = null, TRUSTED_PROXIES = [] } }: Config,
  { NODE_ENV }: Readonly<Record<string, string | undefined>>,
): boolean {
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)
  const hasProxy = BASE_URL !== null || TRUSTED_PROXIES.length > 0
  return NODE_ENV === 'production' || !isLocal || hasProxy
}
