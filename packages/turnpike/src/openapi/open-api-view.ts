import { fingerprint } from '../caching/fingerprint.ts'
import { memoizeByIdentity } from '../caching/memoize.ts'
import type { ApiRequest } from '../http/request.ts'
import { isKnown } from '../http/syntax/entity-tags.ts'
import { jsonRenderer } from '../rendering/json.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { Policies, View, ViewOptions } from '../views/view.ts'
import {
  type DocumentedViews,
  documentAt,
  type OpenApiInfo,
  openApiInfoOptions,
} from './document.ts'

/**
 * The view of the OpenAPI document of other views, always as JSON. The document is created on first
 * use and cached; clients revalidate it with its `ETag`.
 *
 * @param policies by default everyone may read it, and credentials are ignored. With permissions,
 *   the schemes of the settings authenticate the client.
 */
export function openApiView(
  views: DocumentedViews,
  info: OpenApiInfo,
  policies: Omit<Policies, 'renderers' | 'parsers'> = {},
): ViewOptions {
  openApiInfoOptions.require(info)
  /** Two APIs with different settings may share the view. */
  const documentsOf = memoizeByIdentity(
    (_settings: ResolvedSettings) => new Map<string, Promise<WrittenDocument>>(),
  )

  /** Cookies have other names over https than over http, so there is a document for each. */
  const documentFor = (request: ApiRequest, { settings }: View) => {
    const documents = documentsOf(settings)
    const scheme = request.baseUrl.startsWith('https:') ? 'https' : 'http'
    const known = documents.get(scheme)
    if (known !== undefined) return known

    const origin = settings.BASE_URL ?? `${scheme}://localhost`
    const written = documentAt(origin, settings, views, info).then(write)
    documents.set(scheme, written)
    // After a failure the next request tries again.
    written.catch(() => documents.delete(scheme))
    return written
  }

  return {
    name: 'OpenAPI',
    description: 'The description of this API, for programs.',
    ...(policies.permissions === undefined && { authentication: [], permissions: [] }),
    throttles: [],
    ...policies,
    renderers: [jsonRenderer()],
    parsers: [],

    async get(request: ApiRequest, view: View) {
      const { bytes, etag } = await documentFor(request, view)
      const headers = {
        ETag: etag,
        'Cache-Control': request.isIdentified ? 'private, no-cache' : 'no-cache',
      }
      if (isKnown(request.headers.get('If-None-Match'), etag))
        return new Response(null, { status: 304, headers })
      return new Response(request.method === 'HEAD' ? null : bytes, {
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          'Content-Length': `${bytes.length}`,
        },
      })
    },
  }
}

interface WrittenDocument {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly etag: string
}

async function write(document: object): Promise<WrittenDocument> {
  const bytes = new TextEncoder().encode(JSON.stringify(document))
  return { bytes, etag: `"${await fingerprint(bytes)}"` }
}
