import { addressRange } from '../http/client.ts'
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
