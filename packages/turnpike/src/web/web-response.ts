import { stamp } from '../caching/stamp.ts'
import { type Answer, hasField, withoutBody } from '../http/answer.ts'
import { textResponse } from './text-response.ts'

/** The strings that responses were made of: `answerOf` needs no stream then. */
const texts = stamp<Response, string>()

/**
 * The web `Response` of an answer to a request of this method.
 *
 * @param isTakenApart true: `answerOf` gets it in the end, so that its body need not exist.
 */
export function toResponse(answer: Answer, method = 'GET', isTakenApart = false): Response {
  const { status, fields, body } = method === 'HEAD' ? withoutBody(answer) : answer
  const headers: [string, string][] = []
  for (let index = 0; index < fields.length; index += 2) {
    headers.push([fields[index] ?? '', fields[index + 1] ?? ''])
  }
  // Only a string in the constructor of `Response` would add a content type.
  const isLazy = isTakenApart && typeof body === 'string' && hasField(fields, 'content-type')
  const response = isLazy
    ? textResponse(body, { status, headers })
    : new Response(body as BodyInit | null, { status, headers })
  if (typeof body === 'string') texts.set(response, body)
  return response
}

/** The answer of a web `Response`, whose body it takes over. */
export function answerOf(response: Response): Answer {
  const fields: string[] = []
  for (const [name, value] of response.headers) fields.push(name, value)
  const text = response.bodyUsed ? undefined : texts.get(response)
  return { status: response.status, fields, body: text ?? response.body }
}
