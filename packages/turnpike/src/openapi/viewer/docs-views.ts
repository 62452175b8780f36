import { csrfCookieName } from '../../authentication/session-cookies.ts'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import { NotFound } from '../../errors/exceptions.ts'
import { knownOptions } from '../../errors/known-options.ts'
import type { ApiRequest } from '../../http/request.ts'
import { isKnown } from '../../http/syntax/entity-tags.ts'
import { jsonRenderer } from '../../rendering/json.ts'
import type { Renderer } from '../../rendering/renderer.ts'
import type { Policies, View, ViewOptions } from '../../views/view.ts'
import { type Asset, encoded, loadAssets } from './docs-assets.ts'
import { docsHeaders, docsPage, plainPage } from './docs-page.ts'

export interface DocsViewsOptions {
  /** The path of the page. Its files are below it. Default `/docs/`. */
  path?: string
  /** The path of the OpenAPI document. Default `/openapi.json`. */
  openApiUrl?: string
  /** The title of the page. Default `API documentation`. */
  title?: string
  /** The link of the title. Default `/`. */
  homeUrl?: string
  /** The path of `loginView`, for a link beside the session scheme. Default null: no link. */
  loginUrl?: string | null
}

export const docsViewsOptions = knownOptions<DocsViewsOptions>('docsViews()', {
  path: 'optional',
  openApiUrl: 'optional',
  title: 'optional',
  homeUrl: 'optional',
  loginUrl: 'optional',
})

/**
 * The views of a page on which people read the OpenAPI document and try the API, by path: spread
 * them into those of `routes()`. The page loads only files of the service itself. It needs Node.
 */
export function docsViews(options: DocsViewsOptions = {}): Record<string, ViewOptions> {
  docsViewsOptions.require(options)
  const {
    path = '/docs/',
    openApiUrl = '/openapi.json',
    title = 'API documentation',
    homeUrl = '/',
    loginUrl = null,
  } = options
  if (!/^\/(?:[^?#]*\/)?$/.test(path)) {
    throw new ConfigurationError(
      `docsViews() needs a path that begins and ends with a slash, such as /docs/, not ${JSON.stringify(path)}.`,
    )
  }
  const everybody: Policies = {
    authentication: [],
    permissions: [],
    throttles: [],
    parsers: [],
    // For errors: successful responses do not depend on the Accept header.
    renderers: [jsonRenderer(), problemPage],
  }

  return {
    [path]: {
      ...everybody,
      name: 'Documentation',
      page: 'docs',
      description: 'The description of this API, for people.',

      async get(request: ApiRequest, view: View) {
        const page = await docsPage({
          title,
          homeUrl,
          openApiUrl: relativeTo(path, openApiUrl),
          loginUrl: loginUrl === null ? null : relativeTo(path, loginUrl),
          assets: await loadAssets(),
          csrfCookie: csrfCookieName(request, view),
          csrfHeader: view.settings.CSRF_HEADER_NAME,
        })
        const bytes = new TextEncoder().encode(page.toString())
        return new Response(request.method === 'HEAD' ? null : bytes, {
          headers: {
            ...docsHeaders,
            'Content-Type': 'text/html; charset=utf-8',
            'Content-Length': `${bytes.length}`,
            'Cache-Control': 'no-cache',
          },
        })
      },
    },

    // Also matches the path without its last slash.
    [`${path}*`]: {
      ...everybody,
      name: 'Files of the documentation',

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

/** Errors for people. */
const problemPage: Renderer = {
  mediaType: 'text/html',
  format: 'html',
  charset: 'utf-8',
  headers: docsHeaders,
  render: async (data) => {
    const detail = (data as { detail?: unknown } | null)?.detail
    return (
      await plainPage(typeof detail === 'string' ? detail : 'Something went wrong.')
    ).toString()
  },
}
