import { ParseError } from '../errors/exceptions.ts'
import { decodeText } from './decode.ts'
import type { Parser } from './parser.ts'

export interface JsonParserOptions {
  /** Deepest nesting of lists and objects. Default 64. */
  maxDepth?: number
}

/**
 * Parses JSON (RFC 8259). Where a name is repeated in an object the last value counts. Numbers that
 * JavaScript cannot hold are refused, because they would be changed without notice.
 */
export function jsonParser({ maxDepth = 64 }: JsonParserOptions = {}): Parser {
  return {
    mediaType: 'application/json',

    parse(body, contentType) {
      const text = decodeText(body, contentType, 'JSON')
      if (isDeeper(text, maxDepth)) throw malformed(`nested deeper than ${maxDepth} levels.`)

      let data: unknown
      try {
        data = longNumber.test(text) ? JSON.parse(text, refuseInexact) : JSON.parse(text)
      } catch (cause) {
        throw cause instanceof ParseError ? cause : malformed(reasonOf(cause), cause)
      }
      return data
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

/** Looked for before parsing, because a reviver makes parsing several times slower. */
const longNumber = /[0-9]{16}|[0-9][eE][+]?[0-9]{3}/

function refuseInexact(_key: string, value: unknown): unknown {
  if (typeof value !== 'number') return value
  if (!Number.isFinite(value)) throw malformed('a number is too large.')
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw malformed('an integer beyond 2^53 - 1 would be rounded: send it as a string.')
  }
  return value
}

/** Counts brackets outside of strings, so that no parser or serialiser can run out of stack. */
function isDeeper(text: string, maxDepth: number): boolean {
  if (text.length <= maxDepth) return false
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22: // "
        index = endOfString(text, index)
        break
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > maxDepth) return true
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
    }
  }
  return false
}

function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text.charCodeAt(index) !== 0x22) {
    index += text.charCodeAt(index) === 0x5c ? 2 : 1
  }
  return index
}
