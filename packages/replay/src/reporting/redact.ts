import type { Difference } from '../comparing/difference.ts'
import type { HeaderField } from '../reading/recorded-request.ts'
import { credentialFields } from '../sending/side.ts'

/** Stands for a credential in reports and files. */
export const redacted = '(redacted)'

const secretNames =
  'access|access_token|api_?key|apikey|auth|authorization|client_secret|cookie|csrf\\w*|jwt|key|passphrase|passwd|password\\w*|pwd|refresh|refresh_token|secret|session\\w*|sig|signature|token|auth_token|id_token|x-amz-\\w+'

const inQuery = new RegExp(`((?:^|[?&;])(?:${secretNames})=)[^&#;\\s"'<>]+`, 'gi')
const inJson = new RegExp(`("(?:${secretNames})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi')
const lastSegment = new RegExp(`(?:^|[/ ])(?:${secretNames})$`, 'i')

/**
 * A code that is not a credential: `not_found`, `NOT_FOUND`, `FR1`, `ACME-001`. Those that sign in
 * are random: long, or with digits among the letters.
 */
const plainCode =
  /^(?:[A-Z]?[a-z]{1,16}(?:[ _.-][A-Z]?[a-z]{1,16})*|[A-Z]{1,8}(?:[_-]?\d{1,3})?|[A-Z]{1,16}(?:_[A-Z]{1,16})+|\d{1,3})$/

const codeInQuery = /((?:^|[?&;])code=)([^&#;\s"'<>]+)/gi
const codeInJson = /("code"\s*:\s*)"((?:[^"\\]|\\.)*)"/gi

/** Parameters beside the code of an OAuth sign-in. */
const ofSignIn = /(?:[?&;"]|^)(?:grant_type|code_verifier|redirect_uri|state)["=]/i

/** Whether what is at this place is a credential: `/token` of a body, the field X-Auth-Token. */
export function isSecret({ part, where, old, new: other }: Difference): boolean {
  // Values of cookies are never shown, and their attributes are not secrets.
  if (where.startsWith('Set-Cookie ')) return false
  if (part !== 'body') return secretField.test(where)
  if (/(?:^|[/ ])code$/i.test(where)) return ![old, other].every(isPlainCode)
  return lastSegment.test(where)
}

/** Absent ones, and those that are not texts, such as 404, are plain. */
const isPlainCode = (shown: string | null): boolean =>
  shown === null || shown === 'null' || plainCode.test(shown.replace(/^"(.*)"$/, '$1'))

const secretField = /token|secret|session|api-?key|password|^authorization$/i

/** The credentials that a request sent: the whole values, and the parts that count. */
export function secretsOf(
  headers: readonly HeaderField[],
  given: readonly HeaderField[],
): string[] {
  const own = new Set(given.map(([name]) => name.toLowerCase()).filter((name) => !isHarmless(name)))
  return headers
    .filter(([name]) => credentialFields.has(name.toLowerCase()) || own.has(name.toLowerCase()))
    .flatMap(([, value]) => {
      const parts = value.split(/[\s;,]+/)
      // `sessionid=abc` is a pair; the sign in `YWJj==` is part of the value.
      return [value, ...parts, ...parts.map((part) => part.replace(/^[^=]+=(?=[^=])/, ''))]
    })
    .filter((secret) => secret.length >= 6)
    .toSorted((one, other) => other.length - one.length)
}

/** A text for the report, without the credentials of its request and those in queries and JSON. */
export function redactText(text: string, secrets: readonly string[] = []): string {
  let shown = text
  for (const secret of secrets) shown = shown.replaceAll(secret, redacted)
  const isSignIn = ofSignIn.test(shown)
  const codeOf = (code: string) => (!isSignIn && plainCode.test(code) ? code : redacted)
  return shown
    .replace(inQuery, `$1${redacted}`)
    .replace(inJson, `$1"${redacted}"`)
    .replace(codeInQuery, (_, before: string, code: string) => before + codeOf(code))
    .replace(codeInJson, (_, before: string, code: string) => `${before}"${codeOf(code)}"`)
}

/** A header field for the report. @param given fields of the command line: credentials. */
export function redactField(
  [name, value]: HeaderField,
  given: readonly HeaderField[],
  secrets: readonly string[],
): HeaderField {
  const field = name.toLowerCase()
  const isGiven = given.some(([own]) => own.toLowerCase() === field) && !isHarmless(field)
  if (credentialFields.has(field) || isGiven || secretField.test(field)) return [name, redacted]
  if (field === 'set-cookie') return [name, value.replace(/=[^;]*/, `=${redacted}`)]
  return [name, redactText(value, secrets)]
}

const isHarmless = (name: string) =>
  /^(?:accept(?:-\w+)?|host|user-agent|content-type|origin|referer|x-forwarded-(?:proto|host|for))$/i.test(
    name,
  )
