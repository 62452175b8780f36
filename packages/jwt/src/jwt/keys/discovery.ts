import { isObject } from 'turnpike/kit'
import { UnexpectedAnswer } from './fetch-json.ts'
import { isSecureUrl } from './issuer-url.ts'

/**
 * The URL of the issuer's keys, from its metadata: OpenID Connect Discovery §4, otherwise RFC 8414
 * §3.
 *
 * @param get the JSON at a URL.
 * @throws Error when there is no metadata, or it is not that of the issuer (RFC 8414 §3.3).
 */
export async function discoverKeys(
  issuer: string,
  get: (url: string) => Promise<unknown>,
): Promise<string> {
  const metadata = await get(openIdUrl(issuer)).catch((error: unknown) => {
    if (error instanceof UnexpectedAnswer) return get(oauthUrl(issuer))
    throw error
  })
  if (!isObject(metadata) || metadata.issuer !== issuer) {
    const named = isObject(metadata) ? JSON.stringify(metadata.issuer) : 'none'
    throw new UnexpectedAnswer(
      `The metadata of the issuer ${issuer} names the issuer ${named}. ` +
        'Set issuer of jwtAuthentication() to exactly what it names, if you trust it.',
    )
  }
  const { jwks_uri } = metadata
  if (!isSecureUrl(jwks_uri)) {
    throw new UnexpectedAnswer(
      `The metadata of the issuer ${issuer} has no jwks_uri that is an https:// URL. ` +
        'Give jwtAuthentication() its jwks or keys.',
    )
  }
  return jwks_uri
}

/** Behind the path of the issuer (OpenID Connect Discovery §4.1). */
const openIdUrl = (issuer: string) =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/** Between the host and the path of the issuer (RFC 8414 §3.1). */
function oauthUrl(issuer: string): string {
  const { origin, pathname } = new URL(issuer)
  return `${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/$/, '')}`
}
