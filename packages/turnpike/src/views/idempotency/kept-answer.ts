import { type Answer, byteLength, fieldOf, withFields } from '../../http/answer.ts'
import { fromBase64Url, toBase64Url } from '../../http/syntax/base64url.ts'
import type { Findings } from '../answers/answer.ts'

/** An answer as it is kept. */
interface Kept {
  readonly status: number
  readonly fields: readonly string[]
  readonly text?: string
  /** A body of bytes, as base64url. */
  readonly bytes?: string
}

/**
 * Fields of one sending: cookies, which are credentials, dates, and what the throttles and the
 * connection say of the request.
 */
const fieldsOfSending: ReadonlySet<string> = new Set([
  'age',
  'connection',
  'date',
  'keep-alive',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'server-timing',
  'set-cookie',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
])

/**
 * The answer as text; null if it is not kept: the body is still to come, or too long, or must not
 * be stored (RFC 9111 §5.2.2.5), or it is a page, which has the CSRF token of a session.
 *
 * @param maxSize of the body, in bytes.
 * @param findings has the fields that the scheme has added, such as a new token: they are left out.
 */
export function keptAnswer(
  answer: Answer,
  maxSize: number,
  { headersOfIdentity = {} }: Findings,
): string | null {
  const { status, body } = answer
  const isPage = /^text\/html\b/i.test(fieldOf(answer, 'content-type') ?? '')
  const isSecret = /\bno-store\b/i.test(fieldOf(answer, 'cache-control') ?? '')
  if (isPage || isSecret || body instanceof ReadableStream) return null
  if (body !== null && byteLength(body) > maxSize) return null

  const kept: Kept = {
    status,
    fields: keptFields(answer, fieldsOfScheme(headersOfIdentity)),
    ...(typeof body === 'string' && { text: body }),
    ...(body instanceof Uint8Array && { bytes: toBase64Url(body) }),
  }
  return JSON.stringify(kept)
}

/** All but those that say who may keep the whole answer. */
const fieldsOfScheme = (headers: object): string[] =>
  Object.keys(headers)
    .map((name) => name.toLowerCase())
    .filter((name) => name !== 'cache-control' && name !== 'vary')

function keptFields({ fields }: Answer, left: readonly string[]): string[] {
  const kept: string[] = []
  for (let index = 0; index < fields.length; index += 2) {
    const [name = '', value = ''] = fields.slice(index, index + 2)
    if (!fieldsOfSending.has(name) && !left.includes(name)) kept.push(name, value)
  }
  return kept
}

/** The answer to a repeat, with the fields that this request has got on its way. */
export function replayedAnswer(
  kept: string,
  { headersOfThrottles = {}, headersOfIdentity = {} }: Findings,
): Answer {
  // Only `keptAnswer` writes such texts.
  const { status, fields, text, bytes } = JSON.parse(kept) as Kept
  const body = bytes === undefined ? (text ?? null) : fromBase64Url(bytes)
  const own = Object.entries({ ...headersOfThrottles, ...headersOfIdentity }).flatMap(
    ([name, values]) => [values].flat().flatMap((value) => [name.toLowerCase(), value]),
  )
  return withFields({ status, fields, body }, [...own, 'idempotency-replayed', 'true'])
}
