/** The header fields of a request, read-only. Web `Headers` qualify. */
export interface RequestHeaders extends Iterable<[string, string]> {
  /**
   * The value of a field, by name in any case, or null when it is absent. Fields of the same name
   * are joined by `, `, those of `Cookie` by `; ` (Fetch §2.2.2).
   */
  get(name: string): string | null
  has(name: string): boolean
}

/** A request from a server, before its view is known. */
export interface IncomingRequest {
  readonly method: string
  /** `http` or `https`, as on the connection. */
  readonly scheme: string
  /** The requested host in lower case, with the port unless it is the scheme's default. */
  readonly host: string
  /** Path and query, normalised as in a URL (WHATWG URL §4.4): `/notes/?page=2`. */
  readonly target: string
  readonly headers: RequestHeaders
  /** Aborted when the client disconnects before it has the whole response. Created on first use. */
  readonly signal: AbortSignal
  /** Whether the client has disconnected. */
  readonly isAborted: boolean

  /**
   * The whole body, read on the first call.
   *
   * @throws ContentTooLarge when it is longer than `maxBytes`.
   * @throws ParseError when it ends early.
   * @throws BodyUsed when it has been read through `toRequest()`.
   */
  readBody(maxBytes: number): Promise<Uint8Array<ArrayBuffer>>

  /** The request as a web `Request`, created on first use. Its body can be read here or there. */
  toRequest(): Request
}

/**
 * The target as routes see it when the host serves the app below a prefix: `/api/notes/?page=2`
 * below `/api` is `/notes/?page=2`. Null if it is not below the prefix.
 */
export function targetBelow(prefix: string, target: string): string | null {
  const rest = target.slice(prefix.length)
  if (!target.startsWith(prefix) || (rest !== '' && !/^[/?]/.test(rest))) return null
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** The path of a target, still percent-encoded. */
export function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}
