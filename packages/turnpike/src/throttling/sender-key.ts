import ipaddr from 'ipaddr.js'
import { fieldOf } from '../accounts/user.ts'
import type { Client } from '../http/client.ts'
import type { ApiRequest } from '../http/request.ts'

/**
 * The key under which an anonymous client is counted: its address; for IPv6 its /64 network,
 * because a client has a whole one.
 */
export function addressKey({ address }: Client): string {
  if (address === null || !ipaddr.IPv6.isValid(address)) return `address:${address}`
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `address:${network.map((part) => part.toString(16)).join(':')}::/64`
}

/** The key of an authenticated user, by pk. Null for other clients. */
export function userKey({ user, isIdentified }: ApiRequest): string | null {
  const pk = isIdentified ? fieldOf(user, 'pk') : undefined
  return pk === undefined ? null : `user:${String(pk)}`
}

/** The key of the user; of clients who are not signed in, that of their address. */
export const senderKey = (request: ApiRequest): string =>
  userKey(request) ?? addressKey(request.client)
