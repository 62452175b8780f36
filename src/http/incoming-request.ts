/** The header fields of a request, for reading. Web `Headers` are such. */
export interface RequestHeaders extends Iterable<[string, string]> {
  /**
   * The value of a field by its name in any case, or null when it is absent. Fields of one name are
   * joined by `, `, those of `Cookie` by `; ` (Fetch §2.2.2).
   */
  get(name: string): string | null
  has(name: string): boolean
}

/** A request as it comes from a server, before anything is known of the view that answers it. */
export interface IncomingRequest {
  readonly method: string
  /** `http` or `https`: how the peer is connected. */
  readonly scheme: string
  /** The host that was asked, in lower case, with the port where it is not the scheme's own. */
  readonly host: string
  /** Path and query, normalised as in a URL (WHATWG URL §4.4): `/notes/?page=2`. */
  readonly target: string
  readonly headers: RequestHeaders
  /** Aborted when the client goes away before it has the whole answer. Made on first use. */
  readonly signal: AbortSignal
  /** Whether the client has gone away. */
  readonly isAborted: boolean

  /**
   * The whole body, read on the first call; later ones give the same.
   *
   * @throws ContentTooLarge when it is longer than `maxBytes`.
   * @throws ParseError when it ends early.
   * @throws BodyUsed when it has been read through `toRequest()`.
   */
  readBody(maxBytes: number): Promise<Uint8Array<ArrayBuffer>>

  /** The request as a web `Request`, made on first use. Its body can be read here or there. */
  toRequest(): Request
}

/** The path of a target, percent-encoded as it is. */
export function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}
