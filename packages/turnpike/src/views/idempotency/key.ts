import { isScoped } from '../../accounts/scopes.ts'
import { fieldOf } from '../../accounts/user.ts'
import { ParseError } from '../../errors/exceptions.ts'
import { hostnameOf } from '../../http/client.ts'
import type { ApiRequest } from '../../http/request.ts'
import { parseMediaType } from '../../http/syntax/media-type.ts'
import { sha256Base64Url } from '../../http/syntax/sha256.ts'
import { TranslatableMessage } from '../../languages/message.ts'
import { addressKey } from '../../throttling/sender-key.ts'
import { isObject } from '../../validation/values.ts'

/**
 * The key of a request as the client sent it, or null when it has none. Draft
 * draft-ietf-httpapi-idempotency-key-header-07 puts it in quotation marks, most clients do not:
 * they are part of it.
 *
 * @throws ParseError when it is malformed.
 */
export function sentKey({ headers }: ApiRequest, field: string): string | null {
  const key = headers.get(field)
  if (key === null || /^[!-~]{1,255}$/.test(key)) return key
  throw malformedKey(field)
}

/** The error for a request that needs a key and has none. */
export const missingKey = (field: string) =>
  new ParseError(
    new TranslatableMessage('Send {field} with a new key, such as a UUID.', { field }),
    'idempotency_key_required',
  )

/** The error for a key that is malformed. */
export const malformedKey = (field: string) =>
  new ParseError(
    new TranslatableMessage(
      '{field} must have 1 to 255 printable ASCII characters without spaces.',
      {
        field,
      },
    ),
    'malformed_idempotency_key',
  )

/**
 * The name of a key in the store. It belongs to one client at one host, path and method, so that
 * nobody gets the answer of somebody else by guessing a key.
 *
 * @throws ParseError when it is unknown whose key it is.
 */
export function keyInStore(key: string, request: ApiRequest, field: string): string {
  const { method, path, client } = request
  // Without the port: a repeat may reach another process of the same service.
  const host = hostnameOf(client.host)
  return sha256Base64Url(JSON.stringify([ownerOf(request, field), host, method, path, key]))
}

/**
 * A user with one scheme, one set of scopes and one actor: an answer may depend on each. A
 * refreshed token still has the keys of the one before it. Clients without credentials are known by
 * their address.
 */
function ownerOf(request: ApiRequest, field: string): unknown[] {
  const { user, auth, scheme, client, isIdentified } = request
  const pk = isIdentified ? fieldOf(user, 'pk') : undefined
  if (pk !== undefined && pk !== null) {
    const scopes = isScoped(auth) ? auth.scopes.toSorted() : null
    return [scheme, typeof pk, String(pk), scopes, ...actorOf(auth)]
  }
  // Several users may have one address.
  if (!isIdentified && client.address !== null) return [addressKey(client)]
  throw new ParseError(
    new TranslatableMessage(
      '{field} needs credentials of a user, or a known address of the client.',
      { field },
    ),
    'idempotency_key_without_owner',
  )
}

/** Who acts for the user of a delegated token (RFC 8693 §4.1); nothing if nobody does. */
function actorOf(auth: unknown): unknown[] {
  const actor: unknown = isObject(auth) ? auth.actor : null
  if (!isObject(actor)) return []
  const names = [actor.subject, actor.issuer, actor.clientId]
  return names.map((name) => (typeof name === 'string' ? name : null))
}

/** Names what is requested: a repeat has the same, any other request has another one. */
export async function fingerprintOf(request: ApiRequest): Promise<string> {
  const { method, url, baseUrl, headers } = request
  const target = url.slice(baseUrl.length)
  const type = headers.get('Content-Type') ?? ''
  const body = await request.bytes()
  const boundary = boundaryIn(type)
  const parts =
    boundary === null
      ? [method, target, type, sha256Base64Url(body)]
      : [method, target, ...withoutBoundary(type, body, boundary)]
  return sha256Base64Url(JSON.stringify(parts))
}

/** Null if it has no parts: the parameter then means nothing. */
function boundaryIn(type: string): string | null {
  const media = parseMediaType(type)
  return media?.type === 'multipart' ? media.parameters.get('boundary') || null : null
}

/**
 * Clients make a new boundary whenever they send the same form (RFC 7578 §4.1). The parts are
 * listed instead, so that no text in one of them can be taken for the end of it.
 */
function withoutBoundary(type: string, body: Uint8Array, boundary: string): string[] {
  // Each byte is one character of this encoding.
  const text = new TextDecoder('latin1').decode(body)
  const parts = `\r\n${text}`.split(`\r\n--${boundary}`)
  return [type.replaceAll(boundary, ''), sha256Base64Url(JSON.stringify(parts))]
}
