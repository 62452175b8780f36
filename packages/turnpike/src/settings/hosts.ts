import { ConfigurationError } from '../errors/configuration-error.ts'
import { addressRange, isLoopback } from '../http/client.ts'
import { listOf } from '../rules/list.ts'
import { orNull, type TextRule } from '../rules/rule.ts'
import { textWhere } from '../rules/text.ts'
import { setting } from './setting.ts'

const hostName = textWhere('the name of a host', (name) =>
  /^(\*|\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/i.test(name),
)

const hostNames = listOf(hostName, {
  of: 'host names without port',
  example: ['api.example.com', '.example.org'],
})

/** `none` in the variable could mean no host, or no restriction. So it is refused. */
const hostNamesOrNull: TextRule<readonly string[] | null> = {
  ...orNull(hostNames),
  text: {
    ...hostNames.text,
    parse: (text) => (isNone(text) ? undefined : hostNames.text.parse(text)),
    advise: (text) => (isNone(text) ? 'For all hosts, leave it out, or set it to *.' : null),
  },
}

const isNone = (text: string): boolean => text.trim().toLowerCase() === 'none'

const baseUrl = textWhere(
  'a scheme and a host, such as https://api.example.com',
  (text) => /^https?:\/\/[^/?#@\s]+\/?$/.test(text) && URL.canParse(text),
)

const resource = textWhere(
  'a path, or a URL with https and without query, such as /api or https://api.example.com/',
  (text) => (text.startsWith('/') ? isPath(text) : isSecureUrl(text)),
)

/** Whether it stays as it is in a URL. */
const isPath = (text: string): boolean =>
  /^\/(?!\/)[\w.~!$&'()*+,;=:@%/-]*$/.test(text) &&
  URL.parse(text, 'https://api.example.com')?.pathname === text

/** http is for this machine only. */
function isSecureUrl(text: string): boolean {
  const url = URL.parse(text)
  const isSecure =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  return isSecure && (url.href === text || url.href === `${text}/`) && /^[^?#@]+$/.test(text)
}

/** The names by which clients reach the API. */
export const hostSettings = {
  /**
   * Hosts that the API answers for, without port: `api.example.com`; `.example.com` with every
   * subdomain; `*` for all. Others get 400. Null means all. The variable does not take `none`: for
   * all hosts leave it out, or set it to `*`. Default null.
   *
   * @see docs/lifecycle.md#requests-that-no-honest-client-makes
   */
  ALLOWED_HOSTS: setting(hostNamesOrNull, () => null, {
    normalise: (hosts) => hosts?.map((host) => host.toLowerCase()) ?? null,
  }),

  /**
   * Scheme, host and port of all links: `https://api.example.com`. Null means those of the request.
   * Default null.
   */
  BASE_URL: setting(orNull(baseUrl), () => null, {
    normalise: (url) => url?.replace(/\/$/, '') ?? null,
  }),

  /**
   * The identifier of the API as a protected resource of OAuth (RFC 9728): a path below `BASE_URL`
   * or the host, such as `/` or that where the app is mounted, or a URL. Challenges of bearer
   * schemes then have `resource_metadata` and `scope`. A path needs `BASE_URL` or `ALLOWED_HOSTS`.
   * With null, they have neither. Default null.
   *
   * @see docs/resource-metadata.md
   */
  PROTECTED_RESOURCE: setting(orNull(resource), () => null),

  /**
   * Addresses and ranges of the proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and
   * `X-Forwarded-Host` are believed. Default none.
   *
   * @see docs/throttling.md#who-the-client-is
   */
  TRUSTED_PROXIES: setting(
    listOf(addressRange, { of: 'addresses and ranges', example: ['127.0.0.1', '10.0.0.0/8'] }),
    () => [],
  ),
}

/** @throws ConfigurationError for a resource that clients would name by any host they send. */
export function requireResourceHost(settings: {
  ALLOWED_HOSTS: readonly string[] | null
  BASE_URL: string | null
  PROTECTED_RESOURCE: string | null
}): void {
  const { ALLOWED_HOSTS: hosts, BASE_URL, PROTECTED_RESOURCE: resource } = settings
  const isHostKnown = BASE_URL !== null || (hosts !== null && !hosts.includes('*'))
  if (isHostKnown || !resource?.startsWith('/')) return
  throw new ConfigurationError(
    `PROTECTED_RESOURCE is ${resource}, and its host would be any that a client sends: set BASE_URL or ` +
      'ALLOWED_HOSTS, or write it as a URL.',
  )
}
