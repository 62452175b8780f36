import { decodeUtf8 } from '../authentication/authorization-header.ts'
import type { HttpRequest } from '../http/http-request.ts'
import { parseUrlEncoded } from '../http/syntax/url-encoded.ts'
import type { View } from '../views/view.ts'

/** Shorter parts of secrets are words that any text may contain. */
const shortestPart = 8

/**
 * The text with `…` in the place of each part of a secret of 8 characters or more. Details of
 * exceptions are written by schemes of all kinds, which may quote what they were sent.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let shown = ''
  for (let index = 0; index < text.length; ) {
    const length = longestPart(text, index, secrets)
    shown += length > 0 ? '…' : text[index]
    index += Math.max(length, 1)
  }
  return shown
}

function longestPart(text: string, start: number, secrets: readonly string[]): number {
  const piece = text.slice(start, start + shortestPart)
  if (piece.length < shortestPart) return 0
  let length = 0
  for (const secret of secrets) {
    let end = start + shortestPart
    if (!secret.includes(piece)) continue
    while (end < text.length && secret.includes(text.slice(start, end + 1))) end++
    length = Math.max(length, end - start)
  }
  return length
}

/** Header fields that say how a request came about, and prove nothing. */
const openFields = new Set([
  'accept',
  'accept-language',
  'content-digest',
  'content-length',
  'content-type',
  // Its values are read on their own: the names of cookies are not secrets.
  'cookie',
  'date',
  'digest',
  'host',
  'origin',
  'sec-fetch-site',
  'signature-input',
])

/**
 * The parts of the request that may be a secret: the header fields that credentials are sent in,
 * and those that schemes read; cookies; name and password of Basic; the query, and that of the
 * Referer. Each as it is, and as in JSON: details with several texts are shown so.
 */
export function secretsOf(request: HttpRequest, view: View): string[] {
  const fields = namesOf(request, view).map((name) => request.headers.get(name) ?? '')
  const referer = URL.parse(request.headers.get('Referer') ?? '')
  const found = [
    ...fields,
    ...fields.flatMap(partsOfBasic),
    ...valuesOfCookies(request.headers.get('Cookie') ?? ''),
    ...partsOfQuery(request.url.split('?')[1] ?? '', view),
    ...partsOfQuery(referer?.search.slice(1) ?? '', view),
    referer?.pathname ?? '',
  ]
  const written = found.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
  return [...new Set(written)].filter((secret) => secret.length >= shortestPart)
}

/** The names of the header fields that may have secrets. */
function namesOf(request: HttpRequest, view: View): string[] {
  const names = ['Authorization', 'Proxy-Authorization', 'DPoP', view.settings.CSRF_HEADER_NAME]
  for (const scheme of view.authentication) {
    const { credentials = null } = scheme.describe?.(request, view) ?? {}
    if (credentials !== null && 'header' in credentials) names.push(credentials.header)
    names.push(...(scheme.vary ?? []))
  }
  return names.filter((name) => !openFields.has(name.toLowerCase()))
}

/** As they were sent, and percent-decoded: many programs encode them. */
const valuesOfCookies = (header: string): string[] =>
  header
    .split(';')
    .map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    .flatMap((value) => [value, percentDecoded(value)])

function percentDecoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** `Basic YW5uOnNlY3JldA==`: a scheme may quote what is in it. */
function partsOfBasic(value: string): string[] {
  const [, encoded = ''] = /^basic +(.*)$/i.exec(value) ?? []
  try {
    const bytes = atob(encoded)
    const text = decodeUtf8(bytes) ?? bytes
    return [bytes, text, ...text.split(':')]
  } catch {
    return []
  }
}

const partsOfQuery = (query: string, { settings }: View): string[] => [
  query,
  ...(parseUrlEncoded(query, settings.DATA_UPLOAD_MAX_NUMBER_FIELDS)?.values() ?? []),
]
