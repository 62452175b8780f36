import { type IncomingRequest, knownMethod, pathOf } from 'turnpike/kit'
import type { Attributes } from './api.ts'

/** Longer texts that clients choose are truncated. */
const maxLength = 1000

/** The method in the name of a span: `HTTP` for unknown ones. */
export function methodOf({ method }: IncomingRequest): string {
  const known = knownMethod(method)
  return known === '_OTHER' ? 'HTTP' : known
}

/**
 * The attributes of a request that are known before its view. The query is left out, because it may
 * contain secrets; so are header fields.
 */
export function attributesOf(request: IncomingRequest): Attributes {
  const { method, scheme, target, host } = request
  const known = knownMethod(method)
  const [, address = host, port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? []
  return {
    'http.request.method': known,
    ...(known !== method && { 'http.request.method_original': method.slice(0, maxLength) }),
    'url.path': pathOf(target).slice(0, maxLength),
    'url.scheme': scheme,
    'server.address': address.slice(0, maxLength),
    ...(port !== undefined && { 'server.port': Number(port) }),
  }
}
