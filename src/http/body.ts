import { ContentTooLarge, ParseError } from '../errors/exceptions.ts'
import type { RequestHeaders } from './incoming-request.ts'

/** The body of a request was read in two ways: a defect of the program. */
export class BodyUsed extends Error {
  override readonly name = 'BodyUsed'

  constructor() {
    super(
      'The body of a request can be read by request.data() and request.validate(), or through request.raw, not both.',
    )
  }
}

/** Collects the chunks of a body as they arrive, up to a maximum length. */
export class BodyCollector {
  readonly #maxBytes: number
  readonly #chunks: Uint8Array[] = []
  #length = 0

  /** @throws ContentTooLarge when the header fields declare a greater length. */
  constructor(headers: RequestHeaders, maxBytes: number) {
    if (Number(headers.get('Content-Length')) > maxBytes) throw new ContentTooLarge()
    this.#maxBytes = maxBytes
  }

  /** @throws ContentTooLarge when these make too many bytes. */
  add(chunk: Uint8Array): void {
    this.#length += chunk.length
    if (this.#length > this.#maxBytes) throw new ContentTooLarge()
    this.#chunks.push(chunk)
  }

  /** All bytes so far. */
  join(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#length)
    let offset = 0
    for (const chunk of this.#chunks) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    return bytes
  }
}

/** The error for a body that ends early. */
export const endedEarly = (cause: unknown): ParseError =>
  new ParseError('The request body ended early.', undefined, { cause })
