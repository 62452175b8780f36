import ipaddr from 'ipaddr.js'
import { memoize } from '../caching/memoize.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { textWhere } from '../rules/text.ts'
import type { IncomingRequest } from './incoming-request.ts'

/**
 * The facts that only the server knows of a request. Nothing in it comes from the client's message.
 */
export interface Connection {
  /** Address of the peer; null when the adapter does not know it. */
  readonly address: string | null
  /** The user authenticated by the web server in front, or null. */
  readonly remoteUser: string | null
}

/** The connection of a request of which the server says nothing. */
export const unknownConnection: Connection = Object.freeze({ address: null, remoteUser: null })

/** The client of a request and the scheme and host by which it reached the service. */
export interface Client {
  /** Its address in canonical form; null when the server does not know it. */
  readonly address: string | null
  /** `https` or `http`. */
  readonly scheme: string
  /** The host, with the port unless it is the scheme's default: `api.example.com:8443`. */
  readonly host: string
}

/**
 * The host name, without the port and without the final dot of an absolute name (RFC 1034 §3.1):
 * `example.com.:8000` → `example.com`.
 */
export const hostnameOf = (host: string): string => host.replace(/\.?(?::\d+)?$/, '')

/**
 * Whether the name of a host, without port, is always this machine: `localhost`, `127.0.0.1` and
 * the other addresses of that network, `::1`, which a URL has in brackets.
 */
export const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(hostname)

/** Whether an address belongs to a proxy whose forwarded header fields are trusted. */
export type IsTrustedProxy = (address: string) => boolean

/**
 * Creates a test for addresses.
 *
 * @param ranges addresses and CIDR ranges: `['127.0.0.1', '10.0.0.0/8', 'fd00::/8']`. Anything else
 *   has no address in it.
 */
export function addressesIn(ranges: readonly string[]): (address: string) => boolean {
  const parsed = ranges.map(readRange).filter((range) => range !== null)
  if (parsed.length === 0) return () => false
  return (text) => {
    const address = parseAddress(text)
    return (
      address !== null &&
      parsed.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))
    )
  }
}

/**
 * Creates a test for the addresses of trusted proxies.
 *
 * @param ranges addresses and CIDR ranges: `['127.0.0.1', '10.0.0.0/8', 'fd00::/8']`.
 * @throws ConfigurationError when one of them is neither.
 */
export function trustedProxies(ranges: readonly string[]): IsTrustedProxy {
  const wrong = ranges.find((range) => readRange(range) === null)
  if (wrong === undefined) return addressesIn(ranges)
  throw new ConfigurationError(
    `TRUSTED_PROXIES: ${JSON.stringify(wrong)} is neither an address nor a range such as 10.0.0.0/8.`,
  )
}

/** The parts of a request that show how its client reached the service. */
type AskedRequest = Pick<IncomingRequest, 'scheme' | 'host' | 'headers'>

/**
 * The client of a connection. If the peer is a trusted proxy, its `X-Forwarded-*` fields are used:
 * the client is the nearest address that is not itself a trusted proxy.
 */
export function clientOf(
  { scheme: ownScheme, host: ownHost, headers }: AskedRequest,
  { address: peer }: Connection,
  isTrustedProxy: IsTrustedProxy,
): Client {
  const own = { scheme: ownScheme, host: ownHost }
  if (peer === null) return { address: null, ...own }
  if (!isTrustedProxy(peer)) return { address: canonical(peer), ...own }

  const scheme = lastOf(headers.get('X-Forwarded-Proto'))?.toLowerCase()
  const host = lastOf(headers.get('X-Forwarded-Host'))
  return {
    address: nearestUntrusted(peer, headers.get('X-Forwarded-For'), isTrustedProxy),
    scheme: scheme === 'https' || scheme === 'http' ? scheme : own.scheme,
    host: host !== undefined && isHost(host) ? host.toLowerCase() : own.host,
  }
}

/** Each proxy appends the address that it saw, so the list is read from its end. */
function nearestUntrusted(
  peer: string,
  forwarded: string | null,
  isTrustedProxy: IsTrustedProxy,
): string {
  let nearest = peer
  for (const entry of (forwarded ?? '').split(',').toReversed()) {
    const address = parseAddress(withoutPort(entry.trim()))
    if (address === null || !isTrustedProxy(nearest)) break
    nearest = address.toString()
  }
  return canonical(nearest)
}

/** Removes the port, which some proxies add: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry

const lastOf = (list: string | null): string | undefined => list?.split(',').at(-1)?.trim()

const isHost = (text: string): boolean => /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text)

/** One spelling for each address; an IPv4 address in IPv6 form is the IPv4 address. */
const canonical = memoize(
  (address: string): string => parseAddress(address)?.toString() ?? address,
  1000,
)

function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // `isValid` also accepts octal and short forms of IPv4, which other programs read differently.
  const isAddress = text.includes(':') ? ipaddr.IPv6.isValid(text) : isDottedQuad(text)
  return isAddress ? ipaddr.process(text) : null
}

const isDottedQuad = (text: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(text)

/** The rule for strings such as `127.0.0.1` and `fd00::/8`. */
export const addressRange = textWhere(
  'an address or a range, such as 10.0.0.0/8',
  (text) => readRange(text) !== null,
)

type AddressRange = [base: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** Null if the text is neither an address nor a range. */
function readRange(text: string): AddressRange | null {
  const [base = '', bits, ...rest] = text.split('/')
  const address = parseAddress(base)
  const width = address?.kind() === 'ipv4' ? 32 : 128
  const length = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
  const isRange = rest.length === 0 && Number.isInteger(length) && length >= 0 && length <= width
  return address !== null && isRange ? [address, length] : null
}
