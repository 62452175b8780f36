import ipaddr from 'ipaddr.js'

/**
 * The form of an email address: a name of atoms or in quotes (RFC 5322 §3.4.1), and a domain of at
 * least two labels (RFC 1034 §3.5) in ASCII, punycode or Unicode, `localhost`, or an IP address in
 * brackets. It is Django's, so that every address stored by a Django service stays valid.
 *
 * It has no lookaround assertions, because some JSON Schema tools do not support them.
 */
export const emailPattern: RegExp = makePattern()

/* @__NO_SIDE_EFFECTS__ */ function makePattern(): RegExp {
  const atom = "[-!#$%&'*+/=?^_`{}|~0-9A-Za-z]+"
  const quoted = String.raw`"(?:[\x01-\x08\x0b\x0c\x0e-\x1f!#-\[\]-\x7f]|\\[\x01-\x09\x0b\x0c\x0e-\x7f])*"`
  const name = String.raw`(?:${atom}(?:\.${atom})*|${quoted})`

  const letter = String.raw`a-zA-Z\u00a1-\uffff`
  const label = `[${letter}0-9](?:[${letter}0-9-]{0,61}[${letter}0-9])?`
  const lastLabel = `(?:[${letter}][${letter}-]{0,61}[${letter}]|[xX][nN]--[a-zA-Z0-9]{1,59})`
  const domain = String.raw`(?:${label}\.)+${lastLabel}`
  const addressLiteral = String.raw`\[[0-9a-fA-F:.]+\]`
  return new RegExp(`^${name}@(?:localhost|${domain}|${addressLiteral})$`, 'u')
}

/** The longest address that RFC 3696 §3 allows. */
const maxLength = 320

/**
 * Whether a string that matches `emailPattern` is an address: not too long, and with a valid IP
 * address if it has one.
 */
export function canBeEmailAddress(text: string): boolean {
  if (text.length > maxLength && [...text].length > maxLength) return false
  const literal = /\[([^\]]*)\]$/.exec(text)?.[1]
  return literal === undefined || isIpAddress(literal)
}

/** An IPv6 address may end with an IPv4 address. */
function isIpAddress(text: string): boolean {
  if (text.includes(':') && !ipaddr.IPv6.isValid(text)) return false
  const last = text.slice(text.lastIndexOf(':') + 1)
  const isIpv6Alone = last !== text && !last.includes('.')
  return isIpv6Alone || ipaddr.IPv4.isValidFourPartDecimal(last)
}
