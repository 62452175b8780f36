import { knownOptions } from '../errors/known-options.ts'
import { tokenName } from '../rules/text.ts'

export interface ProtocolTokenOptions {
  /** The word before the token in the Authorization header. Default `Token`. */
  keyword?: string
  /** What the subprotocol with the token begins with. Default `turnpike.token.`. */
  prefix?: string
}

const protocolTokenOptions = knownOptions<ProtocolTokenOptions>('withProtocolToken()', {
  keyword: tokenName('a word without blanks, such as Token'),
  prefix: tokenName('the beginning of a subprotocol, such as turnpike.token.'),
})

/**
 * The request with the token that a browser has sent as a subprotocol, in its Authorization header:
 * scripts cannot set header fields of a WebSocket.
 *
 * ```js
 * new WebSocket(url, ['notes.v1', `turnpike.token.${key}`])
 * ```
 *
 * The subprotocol with the token is removed from `Sec-WebSocket-Protocol`. The server must select
 * another one of those that the client offers: what it selects is sent back, and logged by proxies.
 * A request with an Authorization header or with several tokens is returned as it is.
 *
 * @throws ConfigurationError when an option is invalid.
 */
export function withProtocolToken(request: Request, options: ProtocolTokenOptions = {}): Request {
  protocolTokenOptions.require(options)
  const { keyword = 'Token', prefix = 'turnpike.token.' } = options
  const offered = (request.headers.get(field) ?? '').split(',').map((name) => name.trim())
  const [sent, ...others] = offered.filter((name) => name.startsWith(prefix))
  if (sent === undefined || others.length > 0 || request.headers.has('Authorization')) {
    return request
  }

  const headers = new Headers(request.headers)
  headers.set('Authorization', `${keyword} ${sent.slice(prefix.length)}`)
  const rest = offered.filter((name) => name !== sent)
  if (rest.length > 0) headers.set(field, rest.join(', '))
  else headers.delete(field)
  return new Request(request, { headers })
}

const field = 'Sec-WebSocket-Protocol'
