import { mark } from '../caching/mark.ts'
import { type Answer, withoutBody } from '../http/answer.ts'

/** The strings that responses were made of: `answerOf` needs no stream then. */
const texts = mark<Response, string>()

/** The web `Response` of an answer to a request of this method. */
export function toResponse(answer: Answer, method = 'GET'): Response {
  const { status, fields, body } = method === 'HEAD' ? withoutBody(answer) : answer
  const headers: [string, string][] = []
  for (let index = 0; index < fields.length; index += 2) {
    headers.push([fields[index] ?? '', fields[index + 1] ?? ''])
  }
  const response = new Response(body as BodyInit | null, { status, headers })
  if (typeof body === 'string') texts.set(response, body)
  return response
}

/** The answer of a web `Response`. */
export function answerOf(response: Response): Answer {
  const fields: string[] = []
  for (const [name, value] of response.headers) fields.push(name, value)
  const text = response.bodyUsed ? undefined : texts.get(response)
  return { status: response.status, fields, body: text ?? response.body }
}
