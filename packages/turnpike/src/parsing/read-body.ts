import { UnsupportedMediaType } from '../errors/exceptions.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import { parseMediaType } from '../http/syntax/media-type.ts'
import { TranslatableMessage } from '../languages/message.ts'
import type { Parser, ParserLimits } from './parser.ts'

export interface BodyLimits extends ParserLimits {
  /** Longest body in bytes. */
  maxBytes: number
}

/** The data of a body, and whether they are the fields of a form. */
export interface ParsedBody {
  readonly data: unknown
  readonly isForm: boolean
}

/**
 * Reads and parses the body of a request with the parser of its content type. Without a body the
 * data is `{}`, whatever the content type.
 *
 * @throws UnsupportedMediaType when no parser supports the content type, or the body is compressed.
 * @throws ContentTooLarge when the body is longer than `maxBytes`.
 * @throws ParseError when the body is malformed or ends early.
 * @throws BodyUsed when the body has been read through `request.raw`.
 */
export async function readBody(
  request: IncomingRequest,
  parsers: readonly Parser[],
  limits: BodyLimits,
): Promise<ParsedBody> {
  const contentType = request.headers.get('Content-Type') ?? ''
  const mediaType = parseMediaType(contentType)
  const parser = parsers.find((candidate) => candidate.mediaType === mediaType?.essence)
  const isForm = parser?.isForm ?? false
  // An empty form is a form: its boxes are unticked.
  if (isEmpty(request)) return { data: {}, isForm }

  const encoding = request.headers.get('Content-Encoding')?.toLowerCase() ?? 'identity'
  if (encoding !== 'identity') throw unsupportedEncoding(encoding)

  // Without a parser a body of unknown length is still read: it may turn out to be empty.
  const isLengthKnown = request.headers.get('Content-Length') !== null
  if (parser === undefined && isLengthKnown) throw unsupported(contentType, parsers)

  const body = await request.readBody(limits.maxBytes)
  if (body.length === 0) return { data: {}, isForm }
  if (parser === undefined || mediaType === null) throw unsupported(contentType, parsers)

  const data = await parser.parse(body, mediaType, limits)
  return { data, isForm }
}

const isEmpty = ({ method, headers }: IncomingRequest): boolean =>
  method === 'GET' || method === 'HEAD' || headers.get('Content-Length') === '0'

/** RFC 9110 §15.5.16: `Accept` lists the supported types. */
const unsupported = (contentType: string, parsers: readonly Parser[]) =>
  new UnsupportedMediaType(contentType, undefined, undefined, {
    headers: { Accept: parsers.map(({ mediaType }) => mediaType).join(', ') },
  })

/** A compressed body may expand a thousandfold (RFC 9110 §12.5.3). */
export const unsupportedEncoding = (encoding: string): UnsupportedMediaType =>
  new UnsupportedMediaType(
    '',
    new TranslatableMessage('Unsupported content encoding "{encoding}" in request.', { encoding }),
    undefined,
    {
      headers: { 'Accept-Encoding': 'identity' },
    },
  )
