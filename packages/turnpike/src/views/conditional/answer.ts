import { cacheableRenderers } from '../../caching/cacheable.ts'
import { fingerprint } from '../../caching/fingerprint.ts'
import { ListPage } from '../../caching/list-page.ts'
import { type Answer, fieldOf, withFields } from '../../http/answer.ts'
import type { ApiRequest } from '../../http/request.ts'
import { ApiResponse } from '../../http/response.ts'
import { httpDate } from '../../http/syntax/http-date.ts'
import type { Findings } from '../answers/answer.ts'
import { ItemResponse, lastModifiedOf, stateOf } from './item-tag.ts'
import { evaluate } from './preconditions.ts'

/**
 * The answer of a conditional view: with its `ETag`, or a 304 if the client has the same already
 * (RFC 9110 §13). The tag is strong, because it names the bytes of the body. A web `Response`, a
 * page and a body of bytes that are still to come have no tag.
 *
 * @throws PreconditionFailed, and ParseError when a precondition is malformed.
 */
export async function conditionalAnswer(
  answer: Answer,
  response: ApiResponse | Response,
  request: ApiRequest,
  findings: Findings,
): Promise<Answer> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  // The answer to PUT may have a tag only if the body was stored as sent (RFC 9110 §9.3.4).
  const isChanged = request.method === 'PATCH' && response instanceof ItemResponse
  if (answer.status !== 200 || !(isRead || isChanged)) return answer
  if (!(response instanceof ApiResponse) || findings.negotiated.renderer.rendersEmpty) return answer
  const own = fieldOf(answer, 'etag')
  const etag = own ?? (await etagOf(answer, response, findings))
  if (etag === null) return answer

  const lastModified =
    response instanceof ItemResponse ? lastModifiedOf(response.item, response.options) : null
  const fields = [...validatorsOf(etag, lastModified), ...revalidation(answer, request)]
  const tagged = withFields(answer, fields)
  if (isChanged) return tagged

  const isWeak = etag.startsWith('W/')
  const strong = isWeak ? etag.slice(2) : etag
  const isTag = (opaque: string) => `"${opaque}"` === strong
  const evaluated = evaluate(request, { isTag, isWeak, lastModified })
  return evaluated === 'unmodified' ? notModified(tagged) : tagged
}

/** The tag of the body; null for a body that is not there yet. */
async function etagOf(
  answer: Answer,
  response: ApiResponse,
  { negotiated }: Findings,
): Promise<string | null> {
  const { body } = answer
  const cached = response instanceof ListPage ? response.cached : null
  if (cached?.etag) return cached.etag
  if (!(typeof body === 'string' || body instanceof Uint8Array)) return null

  const etag = `"${await opaqueTag(body, answer, response, negotiated)}"`
  if (cached) cached.etag = etag
  return etag
}

async function opaqueTag(
  body: string | Uint8Array,
  answer: Answer,
  response: ApiResponse,
  { renderer, parameters }: Findings['negotiated'],
): Promise<string> {
  // The body may be the same in two media types, and links to other pages may be in `Link` alone.
  const metadata = `${fieldOf(answer, 'content-type')}\n${fieldOf(answer, 'link') ?? ''}\n`
  const form = () => fingerprint(joined(metadata, body))
  if (!(response instanceof ItemResponse)) return form()

  const { data, item, options } = response
  const isPlain =
    cacheableRenderers.get(renderer) === true &&
    Object.keys(parameters).length === 0 &&
    metadata === 'application/json\n\n'
  if (isPlain && options.version === undefined) return fingerprint(body)
  return `${await stateOf(data, item, options)}.${await form()}`
}

function joined(metadata: string, body: string | Uint8Array): string | Uint8Array {
  if (typeof body === 'string') return metadata + body
  const before = new TextEncoder().encode(metadata)
  const all = new Uint8Array(before.length + body.length)
  all.set(before)
  all.set(body, before.length)
  return all
}

/** `ETag` and `Last-Modified`, as alternating names and values. */
function validatorsOf(etag: string, lastModified: Date | null): string[] {
  // In the same second the item may change once more, with the same date (RFC 9110 §8.8.2.2).
  const isOver = lastModified !== null && Math.floor(lastModified.getTime() / 1000) < now()
  return isOver ? ['etag', etag, 'last-modified', httpDate(lastModified)] : ['etag', etag]
}

const now = () => Math.floor(Date.now() / 1000)

/**
 * Clients ask before they use a stored answer again. Without this they would guess from
 * `Last-Modified` for how long it is right (RFC 9111 §4.2.2).
 */
function revalidation(answer: Answer, { isIdentified }: ApiRequest): string[] {
  const own = fieldOf(answer, 'cache-control')
  if (own !== null && own !== 'private') return []
  return ['cache-control', own !== null || isIdentified ? 'private, no-cache' : 'no-cache']
}

/** Without the body and the fields that describe it (RFC 9110 §15.4.5). */
function notModified(answer: Answer): Answer {
  const fields: string[] = []
  for (let index = 0; index < answer.fields.length; index += 2) {
    const [name = '', value = ''] = answer.fields.slice(index, index + 2)
    if (!name.startsWith('content-') || kept.has(name)) fields.push(name, value)
  }
  return { status: 304, fields, body: null }
}

const kept: ReadonlySet<string> = new Set(['content-location', 'content-security-policy'])
