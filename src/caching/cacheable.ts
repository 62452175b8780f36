import { mark } from './mark.ts'

/** Handlers of GET that answer with the requested page of these items, as they are. */
export const cacheableLists = mark<object, object>()

/** Pagination styles whose pages depend on the URL, the view and the items alone. */
export const cacheableStyles = mark<object>()

/** Renderers that make the same text of the same data and parameters. */
export const cacheableRenderers = mark<object>()
