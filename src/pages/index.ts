/** Pages for people: what a browser shows of an API. @module */
export { type BrowsableRendererOptions, browsableRenderer } from './browsable.ts'
export type { ControlsTemplate } from './controls.ts'
