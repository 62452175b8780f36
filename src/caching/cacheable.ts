import { mark } from './mark.ts'

/** GET handlers whose response depends only on the requested page of these items. */
export const cacheableLists = mark<object, object>()

/** Pagination styles whose pages depend only on the URL, the view and the items. */
export const cacheableStyles = mark<object>()

/** Renderers that always give the same text for the same data and parameters. */
export const cacheableRenderers = mark<object>()
