import { isDict, type PythonValue } from '../python/value.ts'
import type { AdoptedJwt, PlainValue } from './adopted.ts'
import type { Adoption, Source } from './adoption.ts'
import { type ReadValue, seconds, text, textOrTexts, texts, trueOrFalse } from './values.ts'

/** The options of `django.jwt` by the names of `SIMPLE_JWT`. */
const options: ReadonlyMap<string, readonly [string, ReadValue]> = new Map<
  string,
  [string, ReadValue]
>([
  ['ALGORITHM', ['algorithm', algorithm]],
  ['AUDIENCE', ['audience', textOrTexts]],
  ['ISSUER', ['issuer', text]],
  ['LEEWAY', ['leeway', seconds]],
  ['ACCESS_TOKEN_LIFETIME', ['accessTokenSeconds', seconds]],
  ['REFRESH_TOKEN_LIFETIME', ['refreshTokenSeconds', seconds]],
  ['ROTATE_REFRESH_TOKENS', ['rotateRefreshTokens', trueOrFalse]],
  ['BLACKLIST_AFTER_ROTATION', ['blacklistAfterRotation', trueOrFalse]],
  ['UPDATE_LAST_LOGIN', ['updateLastLogin', trueOrFalse]],
  ['AUTH_HEADER_TYPES', ['headerTypes', texts]],
  ['USER_ID_FIELD', ['userIdField', text]],
  ['USER_ID_CLAIM', ['userIdClaim', text]],
  ['TOKEN_TYPE_CLAIM', ['tokenTypeClaim', text]],
  ['JTI_CLAIM', ['jtiClaim', text]],
])

/** Keys, which are never written: the application has them from its environment. */
const keys: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['SIGNING_KEY', ['signingKey', 'DJANGO_JWT_SIGNING_KEY']],
  ['VERIFYING_KEY', ['verifyingKey', 'DJANGO_JWT_VERIFYING_KEY']],
])

/** Takes over the dictionary `SIMPLE_JWT`. */
export function readSimpleJwt({ get }: Source, adoption: Adoption): AdoptedJwt {
  const values = new Map<string, PlainValue>()
  const variables = new Map<string, string>()
  const given = get('SIMPLE_JWT')
  if (!isDict(given)) return { values, variables }
  for (const [name, value] of given.entries) {
    const label = `SIMPLE_JWT['${name}']`
    const [option, read] = options.get(name) ?? []
    const [keyOption, variable] = keys.get(name) ?? []
    if (option !== undefined && read !== undefined) {
      const plain = value === null ? undefined : read(value)
      if (plain !== undefined) {
        values.set(option, plain)
        adoption.take(label, `\`${option}\` of \`django.jwt\``)
      } else if (value !== null) adoption.leave(label, 'its value cannot be read.')
    } else if (keyOption !== undefined && variable !== undefined) {
      const isOwn = value !== null && value !== '' && value !== get('SECRET_KEY')
      if (!isOwn) continue
      variables.set(keyOption, variable)
      adoption.leave(label, `never written: give it to the application as \`${variable}\`.`)
    } else if (!isOfSerializers(name)) adoption.leave(label, 'there is no such option.')
  }
  return { values, variables }
}

/** Paths of classes, which are defaults or code. */
const isOfSerializers = (name: string) =>
  name.endsWith('_SERIALIZER') || name === 'AUTH_TOKEN_CLASSES'

function algorithm(value: PythonValue): string | undefined {
  return typeof value === 'string' && /^(?:HS|RS|ES)(?:256|384|512)$/.test(value)
    ? value
    : undefined
}
