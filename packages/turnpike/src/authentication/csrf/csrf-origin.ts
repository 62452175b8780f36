import type { HttpRequest } from '../../http/http-request.ts'
import { TranslatableMessage } from '../../languages/message.ts'
import { textWhere } from '../../rules/text.ts'

/**
 * Why the origin of the request must not write with the session; null when it may.
 *
 * The browser's own headers decide first (Fetch Metadata §2.4 and `Origin`). Over https, when both
 * are missing, the `Referer` must show the origin.
 *
 * @param trusted `CSRF_TRUSTED_ORIGINS`.
 */
export function originProblem(
  request: HttpRequest,
  trusted: readonly string[],
): TranslatableMessage | null {
  const { headers, client, baseUrl } = request
  const own = URL.parse(baseUrl)?.origin
  const origin = headers.get('Origin')
  if (origin !== null && isTrusted(origin, trusted)) return null
  if (origin !== null && origin !== own) return foreignOrigin(origin, baseUrl)

  // Same-site is not enough: another subdomain may belong to somebody else.
  const site = headers.get('Sec-Fetch-Site')
  if (site && site !== 'same-origin' && site !== 'none') return foreignSite(site)

  return origin === null && client.scheme === 'https' ? refererProblem(request, own, trusted) : null
}

/** An origin as browsers write it, or one with `*.` in the place of a subdomain. */
export const originPattern = textWhere('an origin, such as https://app.example.com', (pattern) => {
  if (!/^https?:/.test(pattern)) return false
  const origin = pattern.replace('://*.', '://any.')
  return !origin.includes('*') && URL.parse(origin)?.origin === origin
})

function refererProblem(
  { headers }: HttpRequest,
  own: string | undefined,
  trusted: readonly string[],
): TranslatableMessage | null {
  const referer = headers.get('Referer')
  if (referer === null) {
    return new TranslatableMessage(
      'Referer checking failed - no Referer. Send an Origin or a Referer header over https.',
    )
  }
  const url = URL.parse(referer)
  if (url === null || url.host === '') {
    return new TranslatableMessage('Referer checking failed - Referer is malformed.')
  }
  if (url.protocol !== 'https:') {
    return new TranslatableMessage(
      'Referer checking failed - Referer is insecure while host is secure.',
    )
  }
  if (url.origin === own || isTrusted(url.origin, trusted)) return null
  return new TranslatableMessage(
    'Referer checking failed - {referer} does not match any trusted origins. {advice}',
    { referer, advice },
  )
}

/** Whether the origin matches one of the patterns. */
export const isTrusted = (origin: string, trusted: readonly string[]): boolean =>
  trusted.some((pattern) => {
    const [scheme = '', domain] = pattern.split('*')
    if (domain === undefined) return origin === pattern
    const subdomain = origin.slice(scheme.length, -domain.length)
    return origin === scheme + subdomain + domain && /^[a-z\d-]+(\.[a-z\d-]+)*$/.test(subdomain)
  })

const advice = new TranslatableMessage(
  'Pages of another site that may write with the session belong in CSRF_TRUSTED_ORIGINS.',
)

const foreignOrigin = (origin: string, own: string) =>
  new TranslatableMessage(
    'Origin checking failed - {origin} does not match any trusted origins. ' +
      "The service's own origin is {own}: if that is wrong, set BASE_URL, or TRUSTED_PROXIES for " +
      'the proxy in front. {advice}',
    { origin, own, advice },
  )

const foreignSite = (site: string) =>
  new TranslatableMessage(
    'Origin checking failed - the request comes from another site (Sec-Fetch-Site: {site}). {advice}',
    { site, advice },
  )
