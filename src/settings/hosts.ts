import { addressRange } from '../http/client.ts'
import { listOf } from '../rules/list.ts'
import { orNull } from '../rules/rule.ts'
import { textWhere } from '../rules/text.ts'
import { setting } from './setting.ts'

const hostName = textWhere('the name of a host', (name) =>
  /^(\*|\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/i.test(name),
)

const hostNames = listOf(hostName, {
  of: 'host names without port',
  example: ['api.example.com', '.example.org'],
})

/** The variable has no null: `none` in it does not mean all hosts. */
const hostNamesOrNull = { ...orNull(hostNames), text: hostNames.text }

const baseUrl = textWhere(
  'a scheme and a host, such as https://api.example.com',
  (text) => /^https?:\/\/[^/?#@\s]+\/?$/.test(text) && URL.canParse(text),
)

/** The names by which clients reach the API. */
export const hostSettings = {
  /**
   * Hosts that the API answers for, without port: `api.example.com`; `.example.com` with every
   * subdomain; `*` for all. Others get 400. Null: all. Default null.
   *
   * @see docs/lifecycle.md#requests-that-no-honest-client-makes
   */
  ALLOWED_HOSTS: setting(hostNamesOrNull, () => null, {
    normalise: (hosts) => hosts?.map((host) => host.toLowerCase()) ?? null,
  }),

  /**
   * Scheme, host and port of all links: `https://api.example.com`. Null: those of the request.
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
