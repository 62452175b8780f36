import type { HttpRequest } from '../http/http-request.ts'

// The document behind the URL is made in protected-resource/metadata.ts.

/** What the challenges of a view say of the API as a protected resource of OAuth. */
export interface ProtectedResource {
  /**
   * Further parameters of a Bearer challenge: the scopes that the method needs, if any (RFC 6750
   * §3), and where the metadata of the resource are (RFC 9728 §5.1). Nothing in them comes from the
   * client but the host, which was checked.
   */
  challengeParameters(request: HttpRequest): Readonly<Record<string, string>>
}

/**
 * @param resource the setting `PROTECTED_RESOURCE`.
 * @param scopesOf the scopes that a method of the view needs.
 */
export const protectedResource = (
  resource: string,
  scopesOf: (method: string) => readonly string[],
): ProtectedResource => ({
  challengeParameters(request) {
    const scopes = scopesOf(request.method)
    return {
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
      resource_metadata: originOf(resource, request) + metadataPath(resource),
    }
  },
})

/**
 * The identifier of the resource (RFC 9728 §1.2): `https://api.example.com/notes`.
 *
 * @param resource the setting `PROTECTED_RESOURCE`: a URL, or a path below `BASE_URL` or the host.
 */
export const resourceIdentifier = (
  resource: string,
  request: Pick<HttpRequest, 'baseUrl'>,
): string => (isPath(resource) ? request.baseUrl + resource : resource)

/**
 * The path of the metadata, by path insertion (RFC 9728 §3.1): that of `/notes` is
 * `/.well-known/oauth-protected-resource/notes`.
 */
export function metadataPath(resource: string): string {
  const path = isPath(resource) ? resource : new URL(resource).pathname
  return `/.well-known/oauth-protected-resource${path === '/' ? '' : path}`
}

const originOf = (resource: string, { baseUrl }: Pick<HttpRequest, 'baseUrl'>): string =>
  isPath(resource) ? baseUrl : new URL(resource).origin

const isPath = (resource: string): boolean => resource.startsWith('/')
