import { ParseError } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import { decodeText } from './decode.ts'
import { problemInJson } from './json-scan.ts'
import type { Parser } from './parser.ts'

export interface JsonParserOptions {
  /** Deepest nesting of lists and objects. Default 64. */
  maxDepth?: number
}

export const jsonParserOptions = knownOptions<JsonParserOptions>('jsonParser()', {
  maxDepth: 'optional',
})

/**
 * Parses JSON (RFC 8259). Where a name is repeated in an object the last value counts. Fractions
 * are rounded to the nearest number that JavaScript has. Integers that it cannot hold are refused,
 * because identifiers would be changed without notice, and so are numbers that would be infinite.
 */
export function jsonParser(options: JsonParserOptions = {}): Parser {
  jsonParserOptions.require(options)
  const { maxDepth = 64 } = options
  return {
    mediaType: 'application/json',

    parse(body, contentType, { maxItems }) {
      const text = decodeText(body, contentType, 'JSON')
      const problem = problemInJson(text, { maxDepth, maxItems })
      if (problem !== null) throw malformed(problem)
      try {
        return JSON.parse(text)
      } catch (cause) {
        throw malformed(reasonOf(cause), cause)
      }
    },
  }
}

const malformed = (reason: string, cause?: unknown) =>
  new ParseError(`JSON parse error - ${reason}`, undefined, { cause })

/** What JSON.parse complains of, without the excerpt of the body that some engines add. */
const reasonOf = (error: unknown): string =>
  /^[^"']* in JSON at position \d+/.exec(
    String(error instanceof Error ? error.message : error),
  )?.[0] ?? 'the body is not JSON.'
