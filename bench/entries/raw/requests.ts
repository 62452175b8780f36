/** What the raw entries read of a request: by comparing and slicing, without a list or an object of its own. */
import type { IncomingMessage } from 'node:http'
import { type Constant, invalidToken, notAuthenticated } from './answers.ts'

/** A field by its name in lower case, of the first that has it. */
export function fieldOf({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const own = rawHeaders[index] as string
    if (own.length === name.length && own.toLowerCase() === name) return rawHeaders[index + 1]
  }
  return undefined
}

/** The key of `Authorization: Token …`, or the refusal. */
export function keyOf(request: IncomingMessage): string | Constant {
  const field = fieldOf(request, 'authorization')
  if (field === undefined) return notAuthenticated
  if (!field.startsWith('Token ') && !/^token( |$)/i.test(field)) return notAuthenticated
  if (field.length <= 6 || field.indexOf(' ', 6) > 0) return invalidToken
  return field.slice(6)
}

/** A parameter of the query that begins behind `mark`, or null. */
export function parameter(url: string, mark: number, name: string): string | null {
  if (mark < 0) return null
  if (url.indexOf('%', mark) > 0 || url.indexOf('+', mark) > 0) {
    return new URLSearchParams(url.slice(mark + 1)).get(name)
  }
  for (let start = mark + 1; start > 0; start = url.indexOf('&', start) + 1) {
    if (url.startsWith(name, start) && url.charCodeAt(start + name.length) === equals) {
      const end = url.indexOf('&', start)
      return url.slice(start + name.length + 1, end < 0 ? undefined : end)
    }
  }
  return null
}

const equals = 61

/** A number of digits alone, or null. */
export function wholeNumber(text: string | null): number | null {
  if (text === null || text === '') return null
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 48 || code > 57) return null
  }
  return +text
}
