import { ParseError } from '../errors/exceptions.ts'
import type { MediaType } from '../http/syntax/media-type.ts'
import { TranslatableMessage } from '../languages/message.ts'

/**
 * Decodes the bytes of a body. UTF-8 is the only charset supported, as in JSON and URL-encoded
 * forms today (RFC 8259 §8.1, WHATWG URL §5).
 *
 * @throws ParseError when the content type names another charset, or the bytes are not UTF-8.
 */
export function decodeText(body: Uint8Array, contentType: MediaType, format: string): string {
  const charset = contentType.parameters.get('charset')
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new ParseError(
      new TranslatableMessage('Unsupported charset "{charset}" in request Content-Type header.', {
        charset,
      }),
    )
  }
  try {
    return utf8.decode(body)
  } catch (cause) {
    const problem = new TranslatableMessage('{format} parse error - the body is not UTF-8.', {
      format,
    })
    throw new ParseError(problem, undefined, { cause })
  }
}

/** A byte order mark is kept, so that the parsers reject it. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
