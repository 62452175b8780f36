import { resourceIdentifier } from '../authentication/protected-resource.ts'
import type { SchemeDescription } from '../authentication/scheme-description.ts'
import type { ApiRequest } from '../http/request.ts'
import { knownScopes } from '../permissions/require-scope.ts'
import type { View } from '../views/view.ts'

/** What people learn of the resource. */
export interface ResourceNames {
  readonly name?: string | undefined
  readonly documentation?: string | undefined
}

/** The metadata of a protected resource (RFC 9728 §2). Members without a value are absent. */
export interface ResourceMetadata {
  readonly resource: string
  readonly authorization_servers?: readonly string[]
  readonly scopes_supported?: readonly string[]
  readonly bearer_methods_supported?: readonly string[]
  readonly resource_name?: string
  readonly resource_documentation?: string
  readonly dpop_signing_alg_values_supported?: readonly string[]
  readonly dpop_bound_access_tokens_required?: true
}

/**
 * The metadata of the resource that these views are, from their schemes and permissions. Views
 * without a bearer scheme say nothing: their scopes are those of other credentials.
 *
 * @param resource the setting `PROTECTED_RESOURCE`.
 */
export function resourceMetadata(
  resource: string,
  views: readonly View[],
  request: ApiRequest,
  { name, documentation }: ResourceNames,
): ResourceMetadata {
  const described = views.map((view) => ({ view, schemes: bearerSchemes(view, request) }))
  const taking = described.filter(({ schemes }) => schemes.length > 0).map(({ view }) => view)
  const schemes = described.flatMap((each) => each.schemes)

  const servers = unique(schemes.flatMap(({ authorizationServer }) => authorizationServer ?? []))
  const scopes = unique(taking.flatMap(scopesOf))
  const algorithms = unique(schemes.flatMap(({ dpop }) => dpop?.algorithms ?? []))
  const needsProofs = schemes.length > 0 && schemes.every(({ dpop }) => dpop?.required)
  return {
    resource: resourceIdentifier(resource, request),
    ...(servers.length > 0 && { authorization_servers: servers }),
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    // Tokens in bodies and queries are never read: they would stay in logs.
    ...(schemes.length > 0 && { bearer_methods_supported: ['header'] }),
    ...(name !== undefined && { resource_name: name }),
    ...(documentation !== undefined && { resource_documentation: documentation }),
    ...(algorithms.length > 0 && { dpop_signing_alg_values_supported: algorithms }),
    ...(needsProofs && { dpop_bound_access_tokens_required: true }),
  }
}

const bearerSchemes = (view: View, request: ApiRequest): SchemeDescription[] =>
  view.authentication.flatMap((scheme) => {
    const description = scheme.describe?.(request, view)
    return description !== undefined && isBearer(description) ? [description] : []
  })

const isBearer = ({ credentials }: SchemeDescription): boolean =>
  credentials !== null &&
  'header' in credentials &&
  credentials.header.toLowerCase() === 'authorization' &&
  credentials.keyword?.toLowerCase() === 'bearer'

/** Whatever HEAD and OPTIONS need, clients ask for tokens for the other methods. */
const scopesOf = ({ handlers, permissions }: View): string[] =>
  [...handlers.keys()]
    .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
    .flatMap((method) => permissions.flatMap((permission) => knownScopes(permission, method)))

const unique = (names: readonly string[]): string[] => [...new Set(names)]
