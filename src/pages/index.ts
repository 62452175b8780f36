/** Pages for people: what a browser shows of an API. @module */
export { type BrowsableRendererOptions, browsableRenderer } from './browsable.ts'
export type { ControlsTemplate } from './controls.ts'
export { errorPages } from './error-pages.ts'
export { type HomeViewOptions, homeView } from './home.ts'
export { csrfInput, type PageContext } from './page-context.ts'
export { pageRenderer } from './page-renderer.ts'
export { type PageContent, PageResponse } from './page-response.ts'
export type { SiteLink, SiteOptions } from './site.ts'
