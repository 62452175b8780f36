import { ContentTooLarge, ParseError } from '../errors/exceptions.ts'
import type { RequestHeaders } from './incoming-request.ts'

/*
 * The length of a body is limited by these, in this order:
 *
 * 1. settings/limits.ts has the maximum; views/body-reader.ts hands it on, for data by
 *    parsing/read-body.ts. Forms of pages do the same in pages/forms/page-form.ts.
 * 2. `readBody` of node/door/node-request.ts or web/web-request.ts makes a `BodyCollector`, which
 *    refuses a declared length before a byte is read.
 * 3. node/door/body.ts and web/web-request.ts add each chunk. A web server enforces the declared
 *    length itself. After the answer node/door/body.ts drops the rest, for half a second at most.
 */

/** The body of a request was read in two ways: a defect of the program. */
export class BodyUsed extends Error {
  override readonly name = 'BodyUsed'

  constructor() {
    super(
      'The body of a request can be read by request.data(), request.bytes() and request.validate(), or through request.raw, not both.',
    )
  }
}

/**
 * Collects the chunks of a body as they arrive, up to a maximum length. They are copied into one
 * array: as objects, chunks of one byte each would take a thousand times their length in memory.
 */
export class BodyCollector {
  readonly #maxBytes: number
  #bytes = new Uint8Array(0)
  #length = 0

  /** @throws ContentTooLarge when the header fields declare a greater length. */
  constructor(headers: RequestHeaders, maxBytes: number) {
    if (Number(headers.get('Content-Length')) > maxBytes) throw new ContentTooLarge()
    this.#maxBytes = maxBytes
  }

  /** @throws ContentTooLarge when these make too many bytes. */
  add(chunk: Uint8Array): void {
    const length = this.#length + chunk.length
    if (length > this.#maxBytes) throw new ContentTooLarge()
    if (length > this.#bytes.length) this.#grow(length)
    this.#bytes.set(chunk, this.#length)
    this.#length = length
  }

  /** All bytes so far. */
  join(): Uint8Array<ArrayBuffer> {
    return this.#length === this.#bytes.length ? this.#bytes : this.#bytes.slice(0, this.#length)
  }

  /** To at least twice the length, so that few bytes are copied more than twice. */
  #grow(length: number): void {
    const bytes = new Uint8Array(Math.max(length, 2 * this.#bytes.length))
    bytes.set(this.#bytes)
    this.#bytes = bytes
  }
}

/** The error for a body that ends early. */
export const endedEarly = (cause: unknown): ParseError =>
  new ParseError('The request body ended early.', undefined, { cause })
