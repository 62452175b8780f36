import { ConfigurationError } from '../../errors/configuration-error.ts'
import { NotFound } from '../../errors/exceptions.ts'
import { knownOptions } from '../../errors/known-options.ts'
import type { ApiRequest } from '../../http/request.ts'
import { ApiResponse } from '../../http/response.ts'
import { isKnown } from '../../http/syntax/entity-tags.ts'
import { type SiteOptions, siteOf, siteOptions } from '../../pages/site.ts'
import { jsonRenderer } from '../../rendering/json.ts'
import type { Policies, ViewOptions } from '../../views/view.ts'
import { type Asset, encoded, loadAssets } from './docs-assets.ts'
import { docsRenderer, sentencePage } from './docs-renderer.ts'

export interface DocsViewsOptions extends SiteOptions {
  /** The path of the page. Its files are below it. Default `/docs/`. */
  path?: string
  /** The path of the OpenAPI document. Default `/openapi.json`. */
  openApiUrl?: string
}

export const docsViewsOptions = knownOptions<DocsViewsOptions>('docsViews()', {
  ...siteOptions,
  path: 'optional',
  openApiUrl: 'optional',
})

/**
 * The views of a page on which people read the OpenAPI document and try the API, by path: spread
 * them into those of `routes()`. The page loads only files of the service itself. It needs Node.
 */
export function docsViews(options: DocsViewsOptions = {}): Record<string, ViewOptions> {
  docsViewsOptions.require(options)
  const { path = '/docs/', openApiUrl = '/openapi.json', ...given } = options
  if (!/^\/(?:[^?#]*\/)?$/.test(path)) {
    throw new ConfigurationError(
      `docsViews() needs a path that begins and ends with a slash, such as /docs/, not ${JSON.stringify(path)}.`,
    )
  }
  const site = siteOf(given)
  const everybody: Policies = { permissions: [], throttles: [], parsers: [] }

  return {
    [path]: {
      ...everybody,
      name: 'Documentation',
      page: 'docs',
      description: 'The description of this API, for people.',
      pagination: null,
      // A client that accepts anything, as curl does, gets the page.
      renderers: [
        docsRenderer(site, {
          openApiUrl: relativeTo(path, openApiUrl),
          loginUrl: site.loginUrl && relativeTo(path, site.loginUrl),
        }),
        jsonRenderer(),
      ],
      get: () => new ApiResponse({ openapi: openApiUrl }, 200, { 'Cache-Control': 'no-cache' }),
    },

    // Also matches the path without its last slash.
    [`${path}*`]: {
      ...everybody,
      name: 'Files of the documentation',
      authentication: [],
      renderers: [jsonRenderer(), sentencePage],

      async get(request: ApiRequest) {
        const file = request.path.split('/').at(-1) ?? ''
        if (path.endsWith(`/${file}/`)) {
          return new Response(null, { status: 308, headers: { Location: `${file}/` } })
        }
        const asset = Object.values(await loadAssets()).find(({ name }) => name === file)
        if (asset === undefined) throw new NotFound()
        return assetResponse(asset, request)
      },
    },
  }
}

/** Relative, so that it works when the app is mounted below another path: `../openapi.json`. */
function relativeTo(path: string, target: string): string {
  if (!target.startsWith('/') || target.startsWith('//')) return target
  return '../'.repeat(path.split('/').length - 2) + target.slice(1) || './'
}

/** The name of a file changes with its bytes, so it is cached forever (RFC 8246). */
async function assetResponse(asset: Asset, request: ApiRequest): Promise<Response> {
  const etag = `"${asset.fingerprint}"`
  const headers = new Headers({
    ETag: etag,
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
  })
  if (isKnown(request.headers.get('If-None-Match'), etag))
    return new Response(null, { status: 304, headers })

  const { encoding, bytes } = await encoded(asset, request.headers.get('Accept-Encoding') ?? '')
  if (encoding !== null) headers.set('Content-Encoding', encoding)
  headers.set('Content-Type', asset.contentType)
  headers.set('Content-Length', `${bytes.length}`)
  return new Response(request.method === 'HEAD' ? null : (bytes as Uint8Array<ArrayBuffer>), {
    headers,
  })
}
