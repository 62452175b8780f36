import { type IsTrustedProxy, trustedProxies } from '../../http/client.ts'
import type { Logger } from '../../http/logger.ts'
import { viewsOf } from '../../routes.ts'
import type { Config } from '../config.ts'
import type { ServiceAnswering, ServiceApp } from '../service-app.ts'

/**
 * Says once that somebody forwards requests who is not believed: either a proxy is missing in
 * `TRUSTED_PROXIES`, and all its clients share one address, or a client makes up an address.
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
  'not believed. If it is your proxy, add its address there: else its clients share one address, and ' +
  'one limit. This is said once.'

/** Whom the app trusts; the setting of the environment where the app does not show its views. */
export function isTrustedBy(
  app: ServiceApp,
  { settings }: Pick<Config, 'settings'>,
): IsTrustedProxy {
  const [view] = viewsOf(app)?.values() ?? []
  return view?.isTrustedProxy ?? trustedProxies(settings.TRUSTED_PROXIES ?? [])
}
