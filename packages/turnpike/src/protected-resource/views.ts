import * as z from 'zod'
import type { Api } from '../api.ts'
import { metadataPath } from '../authentication/protected-resource.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { ApiRequest } from '../http/request.ts'
import { ApiResponse } from '../http/response.ts'
import { jsonRenderer } from '../rendering/json.ts'
import { text } from '../rules/text.ts'
import { createView } from '../views/create-view.ts'
import type { View, ViewOptions } from '../views/view.ts'
import { resourceMetadata } from './metadata.ts'

export interface ProtectedResourceOptions {
  /** The name of the API, for people who decide whether a client gets a token. Default none. */
  name?: string
  /** The URL of a page for developers. Default none. */
  documentation?: string
}

export const protectedResourceOptions = knownOptions<ProtectedResourceOptions>(
  'protectedResourceViews()',
  { name: text, documentation: text },
)

/**
 * The view of the API's metadata as a protected resource of OAuth (RFC 9728), by path: spread it
 * into those of `routes()`. Its path is made from `PROTECTED_RESOURCE` (§3.1):
 * `/.well-known/oauth-protected-resource` for `/`, with `/api` at its end for `/api`.
 *
 * Authorization servers, scopes and DPoP are those of the schemes and permissions of the views
 * whose settings name the same resource. Everybody may read it, pages of all origins too, and keep
 * it for an hour.
 *
 * @param views those of `routes()`, whose bearer schemes and permissions are described.
 * @throws ConfigurationError when `PROTECTED_RESOURCE` is not set, or an option is wrong.
 */
export function protectedResourceViews(
  { settings }: Pick<Api, 'settings'>,
  views: Readonly<Record<string, View | ViewOptions>>,
  options: ProtectedResourceOptions = {},
): Record<string, ViewOptions> {
  protectedResourceOptions.require(options)
  const { PROTECTED_RESOURCE: resource } = settings
  if (resource === null) {
    throw new ConfigurationError(
      'protectedResourceViews() needs the setting PROTECTED_RESOURCE, such as / or the path where ' +
        'the app is mounted.',
    )
  }
  const described = Object.values(views)
    .map((view) => ('handlers' in view ? view : createView(view, settings)))
    .filter((view) => view.settings.PROTECTED_RESOURCE === resource)

  const view: ViewOptions = {
    name: 'Protected resource',
    description: 'Where clients get access tokens for this API, and for what (RFC 9728).',
    authentication: [],
    permissions: [],
    throttles: [],
    renderers: [jsonRenderer()],
    parsers: [],
    atomic: false,
    operations: { get: { summary: 'Read the metadata of the API', answers: metadataSchema() } },

    get: (request: ApiRequest) =>
      new ApiResponse(resourceMetadata(resource, described, request, options), 200, {
        ...forAllOrigins,
        'Cache-Control': 'public, max-age=3600',
      }),

    // A preflight: clients in browsers name the version of their protocol in a field of their own.
    options: () =>
      new Response(null, {
        status: 204,
        headers: {
          ...forAllOrigins,
          'Access-Control-Allow-Methods': 'GET, HEAD',
          'Access-Control-Allow-Headers': '*',
          'Access-Control-Max-Age': '7200',
        },
      }),
  }
  const path = metadataPath(resource)
  // Clients that do not read the challenge leave a slash at the end out.
  return path.endsWith('/') ? { [path]: view, [path.slice(0, -1)]: view } : { [path]: view }
}

/** The document is public: no cookie decides on it. */
const forAllOrigins = { 'Access-Control-Allow-Origin': '*' }

const metadataSchema = () =>
  z.object({
    resource: z.string(),
    authorization_servers: z.array(z.string()).optional(),
    scopes_supported: z.array(z.string()).optional(),
    bearer_methods_supported: z.array(z.string()).optional(),
    resource_name: z.string().optional(),
    resource_documentation: z.string().optional(),
    dpop_signing_alg_values_supported: z.array(z.string()).optional(),
    dpop_bound_access_tokens_required: z.literal(true).optional(),
  })
