import { mark } from './mark.ts'

/** GET handlers that return the requested page of these items, unchanged. */
export const cacheableLists = mark<object, object>()

/** Pagination styles whose pages depend only on the URL, the view and the items. */
export const cacheableStyles = mark<object>()

/** Renderers that always give the same text for the same data and parameters. */
export const cacheableRenderers = mark<object>()
