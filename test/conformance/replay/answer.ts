import { parseExact } from './exact-json.ts'

/** A response whose body has been read. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON with its numbers as they were written; undefined when it is not JSON. */
  readonly json: unknown
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: tryParse(text) }
}

function tryParse(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}
