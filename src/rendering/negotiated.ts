import type { Renderer } from './renderer.ts'

/** The renderer of a response and the parameters of the media range that chose it. */
export interface Negotiated {
  readonly renderer: Renderer
  readonly parameters: Readonly<Record<string, string>>
}
