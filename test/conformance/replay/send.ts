import type { Connection } from 'turnpike'
import type { CookieJar } from './cookies.ts'
import { fillJson, fillText } from './saved-values.ts'
import type { ExchangeRequest, World } from './scenario.ts'

/** What a request takes from the scenario around it. */
export interface Surroundings {
  world: Pick<World, 'base_url' | 'client'>
  saved: ReadonlyMap<string, unknown>
  /** Whose cookies are sent, or null for none. */
  jar: CookieJar | null
}

/** The web request that a server adapter would make of what a client sends. */
export function webRequest(request: ExchangeRequest, { world, saved, jar }: Surroundings): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    headers.set(name, fillText(value, saved))
  }
  const cookies = [headers.get('Cookie'), jar?.header(request.drop_cookies)].filter(Boolean)
  if (cookies.length > 0) headers.set('Cookie', cookies.join('; '))

  const { body, contentType } = requestBody(request, saved)
  if (contentType !== null && !headers.has('Content-Type')) headers.set('Content-Type', contentType)
  if (body !== null && !headers.has('Content-Length')) {
    headers.set('Content-Length', String(body.byteLength))
  }

  const { scheme, host, target } = requestTarget(request, world, saved)
  if (!headers.has('Host')) headers.set('Host', host)
  const url = `${scheme}://${headers.get('Host')}${target}`

  return exactRequest(request.method, url, headers, body)
}

/** What the server, and not the client, says of the request. */
export function connectionOf(request: ExchangeRequest, world: Pick<World, 'client'>): Connection {
  return {
    address: request.client ?? world.client,
    remoteUser: request.environ?.REMOTE_USER ?? null,
  }
}

interface Body {
  body: Uint8Array<ArrayBuffer> | null
  contentType: string | null
}

function requestBody(request: ExchangeRequest, saved: ReadonlyMap<string, unknown>): Body {
  if ('json' in request) {
    const text = JSON.stringify(fillJson(request.json, saved))
    return { body: encode(text), contentType: 'application/json' }
  }
  if (request.form !== undefined) {
    const fields = Object.entries(request.form).flatMap(([name, value]) =>
      [value].flat().map((item) => [fillText(name, saved), fillText(String(item), saved)]),
    )
    const text = new URLSearchParams(fields).toString()
    return { body: encode(text), contentType: 'application/x-www-form-urlencoded' }
  }
  if (request.body !== undefined) {
    return { body: encode(fillText(request.body, saved)), contentType: null }
  }
  if (request.body_base64 !== undefined) {
    return { body: Buffer.from(request.body_base64, 'base64'), contentType: null }
  }
  return { body: null, contentType: null }
}

const encode = (text: string) => new TextEncoder().encode(text)

/** Where the request goes: of an absolute URL all of it counts, of a path the rest is the world's. */
function requestTarget(
  request: ExchangeRequest,
  world: Pick<World, 'base_url'>,
  saved: ReadonlyMap<string, unknown>,
) {
  const path = fillText(request.path, saved)
  const [, ownScheme, ownHost = '', rest = ''] = absoluteUrl.exec(path) ?? []
  if (ownScheme !== undefined) {
    return { scheme: ownScheme, host: ownHost, target: rest.startsWith('/') ? rest : `/${rest}` }
  }
  const { protocol, host } = new URL(world.base_url)
  return { scheme: request.scheme ?? protocol.slice(0, -1), host, target: path }
}

const absoluteUrl = /^(https?):\/\/([^/?#]*)(.*)$/s

/**
 * A request with this very method and URL. The constructor of `Request` tidies URLs up and refuses
 * `TRACE` and the body of a `GET`; a server meets all of these, so they are put back.
 */
function exactRequest(
  method: string,
  url: string,
  headers: Headers,
  body: BodyInit | null,
): Request {
  const request = new Request(URL.canParse(url) ? url : 'http://invalid/', {
    method: 'POST',
    headers,
    body,
  })
  Object.defineProperty(request, 'method', { value: method })
  Object.defineProperty(request, 'url', { value: url })
  return request
}
