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

/** Whether a scheme has authenticated the request, and as a user who is not anonymous. */
export const isSignedIn = ({ user, isIdentified }: ApiRequest): boolean =>
  isIdentified && user != null && fieldOf(user, 'isAuthenticated') !== false

/** The key of an authenticated user, by pk. Null for other clients, and for users without one. */
function userKey({ user, isIdentified }: ApiRequest): string | null {
  const pk = isIdentified ? (fieldOf(user, 'pk') ?? null) : null
  return pk === null ? null : `user:${String(pk)}`
}

/** The key of the user; of clients who are not signed in, that of their address. */
export const senderKey = (request: ApiRequest): string =>
  userKey(request) ?? addressKey(request.client)
