import ipaddr from 'ipaddr.js'
import type { Client } from '../http/client.ts'

/**
 * What a client without a name is counted by: its address, for IPv6 the /64 network, which one has.
 */
export function addressKey({ address }: Client): string {
  if (address === null || !ipaddr.IPv6.isValid(address)) return `address:${address}`
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `address:${network.map((part) => part.toString(16)).join(':')}::/64`
}
