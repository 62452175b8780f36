import type { ApiRequest } from '../http/request.ts'
import { mark } from './mark.ts'

/** GET handlers whose response depends only on the requested page of these items. */
export const cacheableLists = mark<object, object>()

/**
 * Pagination styles whose pages depend only on the URL, the view, the items, and the text that the
 * function returns for a request. Null if that page cannot be cached.
 */
export const cacheableStyles = mark<object, (request: ApiRequest) => string | null>()

/** Renderers that always give the same text for the same data and parameters. */
export const cacheableRenderers = mark<object>()
