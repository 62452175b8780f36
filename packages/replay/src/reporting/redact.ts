import type { Difference } from '../comparing/difference.ts'
import type { HeaderField } from '../reading/recorded-request.ts'
import { credentialFields } from '../sending/side.ts'

/** Stands for a credential in reports and files. */
export const redacted = '(redacted)'

const secretNames =
  'access|access_token|api_?key|apikey|auth|authorization|client_secret|code|cookie|csrf\\w*|jwt|key|passphrase|passwd|password\\w*|pwd|refresh|refresh_token|secret|session\\w*|sig|signature|token|auth_token|id_token|x-amz-\\w+'

const inQuery = new RegExp(`([?&;](?:${secretNames})=)[^&#;\\s"'<>]+`, 'gi')
const inJson = new RegExp(`("(?:${secretNames})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi')
const lastSegment = new RegExp(`(?:^|[/ ])(?:${secretNames})$`, 'i')

/** Whether what is at this place is a credential: `/token` of a body, the field X-Auth-Token. */
export function isSecret({ part, where }: Difference): boolean {
  // Values of cookies are never shown, and their attributes are no secrets.
  if (where.startsWith('Set-Cookie ')) return false
  return part === 'body' ? lastSegment.test(where) : secretField.test(where)
}

const secretField = /token|secret|session|api-?key|password|^authorization$/i

/** What a request sent as credentials: the whole values, and the parts that count. */
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
  return shown.replace(inQuery, `$1${redacted}`).replace(inJson, `$1"${redacted}"`)
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
