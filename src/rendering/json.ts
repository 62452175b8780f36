import type { Negotiated } from './negotiated.ts'
import type { Renderer } from './renderer.ts'

/** Blanks of `Accept: application/json; indent=4`, at most this many. */
const maxIndent = 8

/**
 * Renders JSON (RFC 8259). Characters beyond ASCII stay as they are; a lone surrogate is escaped.
 * `Accept: application/json; indent=4` indents by up to eight blanks.
 */
export function jsonRenderer(): Renderer {
  const renderer: Renderer = {
    mediaType: 'application/json',
    format: 'json',
    // RFC 8259 §8.1: JSON is UTF-8, and the media type has no charset parameter.
    charset: null,
    parameters: ['indent', 'charset'],
    render: (data, { parameters: { indent } }) =>
      // Engines are twice as fast when nothing is asked for besides the data.
      indent === undefined ? JSON.stringify(data) : JSON.stringify(data, null, indentOf(indent)),
  }
  renderers.add(renderer)
  return renderer
}

/** By the very renderer: a copy of it with other methods may make something else. */
const renderers = new WeakSet<Renderer>()

/** Whether data become what `JSON.stringify` makes of them. */
export const isPlainJson = ({ renderer, parameters }: Negotiated): boolean =>
  renderers.has(renderer) && parameters.indent === undefined

const indentOf = (indent: string): number =>
  /^[0-9]{1,3}$/.test(indent) ? Math.min(Number(indent), maxIndent) : 0
