import { ParseError } from '../errors/exceptions.ts'
import { type MessageValue, TranslatableMessage } from '../languages/message.ts'
import { collect } from './form.ts'
import type { Parser } from './parser.ts'

/** A part of a form that is a file. */
export interface FilePart {
  /** The name of its field. */
  readonly field: string
  /** As the client sent it; empty if a file control was left empty. */
  readonly filename: string
  /** As the client sent it. */
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/**
 * Parses `multipart/form-data` (RFC 7578). Files are rejected: `uploadParser` accepts them.
 */
export const multipartParser = (): Parser => multipartParserOf(() => refuseFile)

function refuseFile({ field }: FilePart): never {
  throw malformed(
    new TranslatableMessage('the field {field} is a file.', { field: JSON.stringify(field) }),
  )
}

/** The value of a file among the data; undefined if it is left out. */
export type ReadFile = (part: FilePart) => File | undefined

/** @param readFiles called for each body, so that its files can be counted. */
export function multipartParserOf(readFiles: () => ReadFile): Parser {
  return {
    mediaType: 'multipart/form-data',
    isForm: true,

    async parse(body, contentType, { maxFields }) {
      const boundary = contentType.parameters.get('boundary')
      if (!boundary) throw malformed(new TranslatableMessage('the content type has no boundary.'))
      try {
        return collect(await readParts(body, boundary, maxFields, readFiles()))
      } catch (cause) {
        if (cause instanceof ParseError) throw cause
        throw malformed(
          cause instanceof Error
            ? cause.message
            : new TranslatableMessage('the body is not multipart.'),
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
  readFile: ReadFile,
): Promise<[string, string | File][]> {
  // Loaded on demand: most services never receive such a body.
  const { parseMultipart } = await import('@remix-run/multipart-parser')
  const limits = { maxFileSize: body.length, maxTotalSize: body.length, maxParts: maxFields }
  const fields: [string, string | File][] = []
  for (const part of parseMultipart(withoutPreamble(body, boundary), { boundary, ...limits })) {
    const parameters = parametersOf(part.headers['content-disposition'] ?? '')
    const name = parameters.get('name')
    if (name === undefined) throw malformed(new TranslatableMessage('a part has no name.'))
    if (part.isFile || parameters.has('filename') || parameters.has('filename*')) {
      const file = readFile({
        field: name,
        filename: parameters.get('filename') ?? '',
        mediaType: part.headers['content-type'] ?? '',
        bytes: part.bytes,
      })
      if (file !== undefined) fields.push([name, file])
      continue
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

export const malformed = (reason: MessageValue, cause?: unknown) =>
  new ParseError(
    new TranslatableMessage('Multipart form parse error - {reason}', { reason }),
    undefined,
    {
      cause,
    },
  )

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
