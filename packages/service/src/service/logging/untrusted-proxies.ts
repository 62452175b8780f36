import type { Logger } from 'turnpike'
import { type IsTrustedProxy, trustedProxies } from 'turnpike/internal/http/client'
import { viewsOf } from 'turnpike/internal/routes'
import type { Config } from '../config.ts'
import type { ServiceAnswering, ServiceApp } from '../service-app.ts'

/**
 * Warns once of forwarded requests from an untrusted address. Either a proxy is missing in
 * `TRUSTED_PROXIES`, so that all its clients share one address, or a client made up an address.
 */
export function warnOfUntrustedProxies(
  answering: ServiceAnswering,
  isTrusted: IsTrustedProxy,
  logger: Logger,
): ServiceAnswering {
  let isSaid = false
  return (request, environment) => {
    if (!isSaid && request.headers.has('X-Forwarded-For')) {
      const peer = environment.connection?.address ?? null
      if (peer !== null && !isTrusted(peer)) {
        isSaid = true
        logger.warn({ id: 'proxy.untrusted', peer }, warning)
      }
    }
    return answering(request, environment)
  }
}

const warning =
  'A request with X-Forwarded-For came from an address that is not in TRUSTED_PROXIES, so the header was ' +
  'ignored. If it is your proxy, add its address there: otherwise its clients share one address and ' +
  'one limit. This is logged once.'

/** The proxies that the app trusts; those of the environment if the app's views are unknown. */
export function isTrustedBy(
  app: ServiceApp,
  { settings }: Pick<Config, 'settings'>,
): IsTrustedProxy {
  const [view] = viewsOf(app)?.values() ?? []
  return view?.isTrustedProxy ?? trustedProxies(settings.TRUSTED_PROXIES ?? [])
}
