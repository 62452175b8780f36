import { ParseError } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import { type MessageValue, TranslatableMessage } from '../languages/message.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import { decodeText } from './decode.ts'
import { problemInJson } from './json-scan.ts'
import type { Parser } from './parser.ts'

export interface JsonParserOptions {
  /** Deepest nesting of lists and objects. Default 64. */
  maxDepth?: number
}

export const jsonParserOptions = knownOptions<JsonParserOptions>('jsonParser()', {
  maxDepth: wholeNumber({ least: 1 }),
})

/**
 * Parses JSON (RFC 8259). When an object repeats a name, the last value wins. Fractions are rounded
 * to the nearest JavaScript number. Integers that would be rounded are rejected, because
 * identifiers would change silently, and so are numbers that would become infinite.
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

const malformed = (reason: MessageValue, cause?: unknown) =>
  new ParseError(new TranslatableMessage('JSON parse error - {reason}', { reason }), undefined, {
    cause,
  })

/** The message of JSON.parse, unless it quotes the body, as some engines do. */
const reasonOf = (error: unknown): MessageValue =>
  plainReason.exec(String(error instanceof Error ? error.message : error))?.[0] ??
  new TranslatableMessage('the body is not JSON.')

const plainReason =
  /^(?:Unexpected end of JSON input|(?:[^"']|'[,:{}[\]]')* (?:in|after) JSON at position \d+)/
