/** The response to a request, independent of the server. */
export interface Answer {
  readonly status: number
  /**
   * Alternating names, in lower case, and values: `['allow', 'GET', 'set-cookie', 'a=1']`. Only
   * `set-cookie` is repeated.
   */
  readonly fields: readonly string[]
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null
}

/** The value of a field by its name in lower case, or null when it is absent. */
export function fieldOf({ fields }: Answer, name: string): string | null {
  for (let index = 0; index < fields.length; index += 2) {
    if (fields[index] === name) return fields[index + 1] ?? null
  }
  return null
}

/** The answer with these fields (alternating names and values) replacing its own by these names. */
export function withFields(answer: Answer, added: readonly string[]): Answer {
  const fields: string[] = []
  for (let index = 0; index < answer.fields.length; index += 2) {
    const name = answer.fields[index] ?? ''
    if (!hasField(added, name)) fields.push(name, answer.fields[index + 1] ?? '')
  }
  for (const text of added) fields.push(text)
  return { status: answer.status, fields, body: answer.body }
}

/** Whether alternating names and values contain a field of this name (in lower case). */
export function hasField(fields: readonly string[], name: string): boolean {
  for (let index = 0; index < fields.length; index += 2) if (fields[index] === name) return true
  return false
}

/** The answer to HEAD: with the length of the body, but without the body. */
export function withoutBody(answer: Answer): Answer {
  const { body } = answer
  if (body === null) return answer

  const bodiless = { ...answer, body: null }
  if (body instanceof ReadableStream) {
    body.cancel().catch(() => {})
    return bodiless
  }
  if (hasField(answer.fields, 'content-length')) return bodiless
  return withFields(bodiless, ['content-length', `${byteLength(body)}`])
}

export const byteLength = (body: string | Uint8Array): number =>
  typeof body === 'string' ? encoder.encode(body).length : body.length

const encoder = new TextEncoder()

/** A JSON answer with its length. */
export function jsonAnswer(status: number, data: unknown, fields: readonly string[] = []): Answer {
  const body = JSON.stringify(data)
  return {
    status,
    fields: [
      'content-type',
      'application/json',
      'content-length',
      `${byteLength(body)}`,
      ...fields,
    ],
    body,
  }
}
