import { ParseError } from '../errors/exceptions.ts'
import { parseUrlEncoded } from '../http/syntax/url-encoded.ts'
import { TranslatableMessage } from '../languages/message.ts'
import { decodeText } from './decode.ts'
import type { Parser } from './parser.ts'

/** Form fields by name: a value, or a list of values when the name is repeated. */
export type FormFields<Value = string> = Record<string, Value | Value[]>

/** Parses `application/x-www-form-urlencoded` (WHATWG URL §5). */
export function formParser(): Parser {
  return {
    mediaType: 'application/x-www-form-urlencoded',
    isForm: true,

    parse(body, contentType, { maxFields }) {
      const text = decodeText(body, contentType, 'Form')
      const fields = parseUrlEncoded(text, maxFields)
      if (fields === null) throw tooMany(maxFields)
      return collect(fields)
    },
  }
}

/** Collects the fields by name. */
export function collect<Value>(fields: Iterable<[string, Value]>): FormFields<Value> {
  const collected = new Map<string, Value | Value[]>()
  for (const [name, value] of fields) {
    const earlier = collected.get(name)
    // A copy for each value would take time that grows with their square.
    if (Array.isArray(earlier)) earlier.push(value)
    else collected.set(name, earlier === undefined ? value : [earlier, value])
  }
  return Object.fromEntries(collected)
}

const tooMany = (maxFields: number) =>
  new ParseError(
    new TranslatableMessage('Form parse error - more than {limit} fields.', { limit: maxFields }),
  )
