import type { ErrorMessage } from '../errors/error-detail.ts'
import { messages } from './messages.ts'

const none: readonly ErrorMessage[] = []

/**
 * The errors in the characters of a string: NUL, which PostgreSQL cannot store, and lone
 * surrogates, which UTF-8 cannot encode (RFC 3629 §3).
 */
export function characterErrors(text: string): readonly ErrorMessage[] {
  const hasNull = text.includes('\0')
  if (!hasNull && text.isWellFormed()) return none

  const surrogate = /\p{Surrogate}/u.exec(text)?.[0]
  return [
    ...(hasNull ? [messages.nullCharacters] : none),
    ...(surrogate === undefined ? none : [messages.surrogateCharacters(hex(surrogate))]),
  ]
}

const hex = (surrogate: string) => surrogate.charCodeAt(0).toString(16).toUpperCase()
