import { ParseError } from '../errors/exceptions.ts'
import { parseUrlEncoded } from '../url-encoded.ts'
import { decodeText } from './decode.ts'
import type { Parser } from './parser.ts'

/** Form fields: the text of each name, or the list of its texts where it is repeated. */
export type FormFields = Record<string, string | string[]>

/** Parses `application/x-www-form-urlencoded` (WHATWG URL §5). */
export function formParser(): Parser {
  return {
    mediaType: 'application/x-www-form-urlencoded',
    isForm: true,

    parse(body, contentType, { maxFields }) {
      const text = decodeText(body, contentType, 'Form')
      const fields = parseUrlEncoded(text, maxFields)
      if (fields === null) throw new ParseError(tooMany(maxFields))
      return collect(fields)
    },
  }
}

/** Parses `multipart/form-data` (RFC 7578). Files are refused: a JSON API has no field for them. */
export function multipartParser(): Parser {
  return {
    mediaType: 'multipart/form-data',
    isForm: true,

    async parse(body, contentType, { maxFields }) {
      const boundary = contentType.parameters.get('boundary')
      if (!boundary) throw malformed('the content type has no boundary.')
      try {
        return collect(await readParts(body, boundary, maxFields))
      } catch (cause) {
        if (cause instanceof ParseError) throw cause
        throw malformed(
          cause instanceof Error ? cause.message : 'the body is not multipart.',
          cause,
        )
      }
    },
  }
}

async function readParts(
  body: Uint8Array,
  boundary: string,
  maxFields: number,
): Promise<[string, string][]> {
  // Loaded here: most services never get such a body.
  const { parseMultipart } = await import('@remix-run/multipart-parser')
  const limits = { maxFileSize: body.length, maxTotalSize: body.length, maxParts: maxFields }
  const fields: [string, string][] = []
  for (const part of parseMultipart(body, { boundary, ...limits })) {
    if (part.name === undefined) throw malformed('a part has no name.')
    if (part.isFile) throw malformed(`the field ${JSON.stringify(part.name)} is a file.`)
    fields.push([part.name, utf8.decode(part.bytes)])
  }
  return fields
}

function collect(fields: Iterable<[string, string]>): FormFields {
  const collected = new Map<string, string | string[]>()
  for (const [name, value] of fields) {
    const earlier = collected.get(name)
    collected.set(name, earlier === undefined ? value : [earlier, value].flat())
  }
  return Object.fromEntries(collected)
}

const malformed = (reason: string, cause?: unknown) =>
  new ParseError(`Multipart form parse error - ${reason}`, undefined, { cause })

const tooMany = (maxFields: number) => `Form parse error - more than ${maxFields} fields.`

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
