import ipaddr from 'ipaddr.js'
import type { Client } from '../http/client.ts'

/**
 * The key under which an anonymous client is counted: its address; for IPv6 its /64 network,
 * because a client has a whole one.
 */
export function addressKey({ address }: Client): string {
  if (address === null || !ipaddr.IPv6.isValid(address)) return `address:${address}`
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `address:${network.map((part) => part.toString(16)).join(':')}::/64`
}
