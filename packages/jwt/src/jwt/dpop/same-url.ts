/**
 * Whether the `htu` of a proof is the URL of the request, without query and fragment. Both are
 * normalised (RFC 3986 §6.2.2 and §6.2.3): `HTTPS://API.example.com:443/%7Eann` is
 * `https://api.example.com/~ann`.
 */
export function isSameUrl(htu: string, url: string): boolean {
  const claimed = normalised(htu)
  return claimed !== null && claimed === normalised(url)
}

/** Null if it is not the URL of a request. */
function normalised(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return null
  if (url.username !== '' || url.password !== '') return null
  return url.origin + url.pathname.replace(/%[\da-f]{2}/gi, normalisedByte)
}

/** Letters, digits and `-._~` stand for themselves; of others the digits are in upper case. */
function normalisedByte(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : encoded.toUpperCase()
}
