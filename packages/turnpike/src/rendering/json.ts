import { cacheableRenderers } from '../caching/cacheable.ts'
import type { RenderContext, Renderer } from './renderer.ts'

/** Maximum number of spaces that `Accept: application/json; indent=4` may ask for. */
const maxIndent = 8

/**
 * Renders JSON (RFC 8259). Characters beyond ASCII are kept; a lone surrogate is escaped.
 * `Accept: application/json; indent=4` indents by up to eight spaces. A BigInt becomes a number
 * when that is exact, otherwise a string.
 */
export function jsonRenderer(): Renderer {
  const renderer: Renderer = {
    mediaType: 'application/json',
    format: 'json',
    // RFC 8259 §8.1: JSON is UTF-8, and the media type has no charset parameter.
    charset: null,
    parameters: ['indent', 'charset'],
    render: renderJson,
  }
  cacheableRenderers.set(renderer, true)
  return renderer
}

/** The `render` of every `jsonRenderer()`. It needs no more of the context than this. */
export const renderJson = (
  data: unknown,
  { parameters: { indent } }: Pick<RenderContext, 'parameters'>,
): string => jsonText(data, indent === undefined ? undefined : indentOf(indent))

/** The data as JSON (RFC 8259). */
export function jsonText(data: unknown, indent?: number): string {
  try {
    // Engines are twice as fast without the further arguments.
    return indent === undefined ? JSON.stringify(data) : JSON.stringify(data, null, indent)
  } catch (error) {
    // JSON has no BigInt: the data may contain one.
    if (error instanceof TypeError) return JSON.stringify(data, writeBigInt, indent)
    throw error
  }
}

function writeBigInt(_name: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : `${value}`
}

const indentOf = (indent: string): number =>
  /^[0-9]{1,3}$/.test(indent) ? Math.min(Number(indent), maxIndent) : 0
