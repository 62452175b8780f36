import { ParseError } from '../errors/exceptions.ts'
import { Message, type Value } from '../languages/message.ts'
import { collect } from './form.ts'
import type { Parser } from './parser.ts'

/**
 * Parses `multipart/form-data` (RFC 7578). Files are rejected: a JSON API has no field for them.
 */
export function multipartParser(): Parser {
  return {
    mediaType: 'multipart/form-data',
    isForm: true,

    async parse(body, contentType, { maxFields }) {
      const boundary = contentType.parameters.get('boundary')
      if (!boundary) throw malformed(new Message('the content type has no boundary.'))
      try {
        return collect(await readParts(body, boundary, maxFields))
      } catch (cause) {
        if (cause instanceof ParseError) throw cause
        throw malformed(
          cause instanceof Error ? cause.message : new Message('the body is not multipart.'),
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
  // Loaded on demand: most services never receive such a body.
  const { parseMultipart } = await import('@remix-run/multipart-parser')
  const limits = { maxFileSize: body.length, maxTotalSize: body.length, maxParts: maxFields }
  const fields: [string, string][] = []
  for (const part of parseMultipart(withoutPreamble(body, boundary), { boundary, ...limits })) {
    const parameters = parametersOf(part.headers['content-disposition'] ?? '')
    const name = parameters.get('name')
    if (name === undefined) throw malformed(new Message('a part has no name.'))
    if (part.isFile || parameters.has('filename') || parameters.has('filename*')) {
      const field = JSON.stringify(name)
      throw malformed(new Message('the field {field} is a file.', { field }))
    }
    fields.push([name, utf8.decode(part.bytes)])
  }
  return fields
}

/** The body from its first boundary on. Lines before it are ignored (RFC 2046 §5.1.1). */
function withoutPreamble(body: Uint8Array, boundary: string): Uint8Array {
  const delimiter = `--${boundary}`
  if (oneByte.decode(body.subarray(0, delimiter.length)) === delimiter) return body
  // One character per byte, because searching a string is fast.
  const lineEnd = oneByte.decode(body).indexOf(`\r\n${delimiter}`)
  return lineEnd < 0 ? body : body.subarray(lineEnd + 2)
}

const oneByte = new TextDecoder('windows-1252')

/**
 * The parameters of a header field by name. Names are in lower case (RFC 2183 §2: case does not
 * matter).
 */
function parametersOf(header: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, plain = ''] of header.matchAll(parameter)) {
    const value = quoted === undefined ? plain.trim() : quoted.replace(/\\(.)/g, '$1')
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value)
  }
  return parameters
}

const parameter = /;\s*([^=;\s]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g

const malformed = (reason: Value, cause?: unknown) =>
  new ParseError(new Message('Multipart form parse error - {reason}', { reason }), undefined, {
    cause,
  })

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
