/** Renderers: how data becomes bytes, and which renderer a request asks for. @module */
export { jsonRenderer } from './json.ts'
export { problemRenderer } from './problem.ts'
export type { RenderContext, Renderer } from './renderer.ts'
