import { ConfigurationError } from 'turnpike'
import { isSendable } from './access-log.ts'
import { harEntries } from './har-entries.ts'
import type { HeaderField, Recorded } from './recorded-request.ts'
import { sendableTarget, splitUrl } from './target.ts'

/** Longer entries are reported as unreadable: they have the bodies of answers, such as films. */
const maxEntryBytes = 64 * 2 ** 20

/**
 * The requests of a HAR file (HTTP Archive 1.2), as browsers write them.
 *
 * @throws ConfigurationError when the file is none.
 */
export async function* readHar(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = maxEntryBytes,
): AsyncGenerator<Recorded> {
  const entries = harEntries(chunks, maxBytes)
  for (let number = 1; ; number++) {
    const place = `entry ${number}`
    const { done, value } = await entries.next()
    if (done) {
      if (!value.hasEntries) {
        throw new ConfigurationError(
          'The traffic is not a HAR file: it has no log.entries. If it is an access log, add --format nginx or --format gunicorn.',
        )
      }
      if (!value.isComplete) yield { reason: 'the end of a HAR file that is cut off', place }
      return
    }
    yield value === null ? { reason: 'an entry that is too long', place } : read(value, place)
  }
}

function read(text: string, place: string): Recorded {
  let entry: Fields
  try {
    entry = fieldsOf(JSON.parse(text))
  } catch {
    return { reason: 'not JSON', place }
  }
  const request = fieldsOf(entry.request)
  if (typeof request.method !== 'string' || typeof request.url !== 'string') {
    return { reason: 'an entry without method and url', place }
  }
  const url = splitUrl(request.url)
  if (url === null) return { reason: 'a scheme other than HTTP', place }
  const target = sendableTarget(url.target)
  if (target === null || !isSendable([request.method, ''])) {
    return { reason: 'a URL or method that cannot be sent', place }
  }
  const headers = headersOf(request)
  if (!headers.every(isSendable)) {
    return { reason: 'header fields that cannot be sent', place }
  }
  return {
    method: request.method,
    target,
    headers,
    body: bodyOf(fieldsOf(request.postData)),
    host: url.host,
    createdId: createdIdOf(fieldsOf(entry.response)),
    place,
  }
}

function headersOf(request: Fields): HeaderField[] {
  // A recording of HTTP/2 has `:authority` and the like, which are the request line.
  const headers = pairsOf(request.headers).filter(([name]) => !name.startsWith(':'))
  const hasCookie = headers.some(([name]) => name.toLowerCase() === 'cookie')
  const cookies = pairsOf(request.cookies).map(([name, value]) => `${name}=${value}`)
  return hasCookie || cookies.length === 0 ? headers : [...headers, ['Cookie', cookies.join('; ')]]
}

function bodyOf(data: Fields): Uint8Array | null {
  if (typeof data.text === 'string' && data.text !== '') {
    return Buffer.from(data.text, data.encoding === 'base64' ? 'base64' : 'utf8')
  }
  const params = pairsOf(data.params)
  if (params.length === 0) return null
  return Buffer.from(new URLSearchParams(params.map(([name, value]) => [name, value])).toString())
}

/** The field `id`, `pk` or `uuid` of the recorded answer 201. */
function createdIdOf(response: Fields): string | null {
  const { text, encoding } = fieldsOf(response.content)
  if (response.status !== 201 || typeof text !== 'string') return null
  try {
    const decoded = encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text
    const created = fieldsOf(JSON.parse(decoded))
    const id = created.id ?? created.pk ?? created.uuid
    return typeof id === 'string' || typeof id === 'number' ? String(id) : null
  } catch {
    return null
  }
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

/** `[{ name, value }]` of a HAR file. */
function pairsOf(list: unknown): HeaderField[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((item) => {
    const { name, value } = fieldsOf(item)
    return typeof name === 'string' && typeof value === 'string' ? [[name, value] as const] : []
  })
}
