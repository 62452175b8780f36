import { reasonPhrases } from '../../http/syntax/reason-phrases.ts'

/** `404 Not Found`; only the number if the registry has no phrase for it (RFC 9110 §15). */
export function statusLine(status: number): string {
  const phrase = reasonPhrases[status]
  return phrase === undefined ? `${status}` : `${status} ${phrase}`
}
