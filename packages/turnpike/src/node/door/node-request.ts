import type { IncomingMessage } from 'node:http'
import type { Writable } from 'node:stream'
import { BodyCollector, BodyUsed } from '../../http/body.ts'
import type { IncomingRequest, RequestHeaders } from '../../http/incoming-request.ts'
import { chunksOf, readAll } from './body.ts'
import { NodeHeaders } from './node-headers.ts'
import type { Destination } from './target.ts'

/** What the answer is written to: closed without being finished, the client has disconnected. */
export type Outgoing = Pick<Writable, 'closed' | 'writableFinished' | 'once'>

/** A Node request for the views. */
export class NodeRequest implements IncomingRequest {
  readonly #incoming: IncomingMessage
  readonly #outgoing: Outgoing
  readonly method: string
  readonly scheme: string
  readonly host: string
  readonly target: string
  readonly headers: RequestHeaders
  #isBodyUsed = false
  #body: Promise<Uint8Array<ArrayBuffer>> | undefined
  #controller: AbortController | undefined
  #request: Request | undefined

  constructor(incoming: IncomingMessage, outgoing: Outgoing, { host, target }: Destination) {
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.method = incoming.method ?? 'GET'
    // A connection with TLS says so.
    this.scheme = 'encrypted' in incoming.socket && incoming.socket.encrypted ? 'https' : 'http'
    this.host = host
    this.target = target
    this.headers = new NodeHeaders(incoming.rawHeaders)
  }

  get isAborted(): boolean {
    return this.#incoming.socket.destroyed
  }

  get signal(): AbortSignal {
    this.#controller ??= this.#abortOnClose()
    return this.#controller.signal
  }

  readBody(maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    this.#body ??= this.#readBody(maxBytes)
    return this.#body
  }

  toRequest(): Request {
    this.#request ??= this.#makeRequest()
    return this.#request
  }

  async #readBody(maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    const collector = new BodyCollector(this.headers, maxBytes)
    return readAll(this.#useBody(), collector)
  }

  #useBody(): IncomingMessage {
    if (this.#isBodyUsed) throw new BodyUsed()
    if (this.#incoming.readableDidRead) throw new BodyReadBefore()
    this.#isBodyUsed = true
    return this.#incoming
  }

  #abortOnClose(): AbortController {
    const controller = new AbortController()
    const abort = () => {
      if (!this.#outgoing.writableFinished) controller.abort()
    }
    if (this.#outgoing.closed) abort()
    else this.#outgoing.once('close', abort)
    return controller
  }

  #makeRequest(): Request {
    const { method, signal } = this
    const url = `${this.scheme}://${this.host}${this.target}`
    // `Request` supports neither TRACE nor bodies of GET and HEAD.
    const isTrace = method === 'TRACE'
    const init: RequestInit & { duplex: 'half' } = {
      method: isTrace ? 'GET' : method,
      headers: pairsOf(this.#incoming.rawHeaders),
      signal,
      duplex: 'half',
    }
    const takesBody = !['GET', 'HEAD', 'TRACE'].includes(method)
    if (takesBody && hasBody(this.#incoming)) init.body = chunksOf(() => this.#useBody())
    const request = new Request(url, init)
    if (isTrace) Object.defineProperty(request, 'method', { value: method })
    return request
  }
}

/** A parser of the host has read the body, and nothing is left of it: a defect of the program. */
class BodyReadBefore extends Error {
  override readonly name = 'BodyReadBefore'

  constructor() {
    super(
      'The body of the request was read before it came to Turnpike: mount nodeHandler() before body parsers such as express.json(), or keep them from its paths.',
    )
  }
}

/** As they were sent: `Headers` joins them in its own way. */
function pairsOf(rawHeaders: readonly string[]): [string, string][] {
  const pairs: [string, string][] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? ''])
  }
  return pairs
}

/** RFC 9112 §6.3 */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
