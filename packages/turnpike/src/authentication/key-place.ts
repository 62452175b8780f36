import { AuthenticationFailed } from '../errors/exceptions.ts'
import { quoted } from './quoted-string.ts'
import type { CredentialsPlace } from './scheme-description.ts'

/** Where requests have a key: behind a word in `Authorization`, or alone in a field of its own. */
export interface KeyPlace {
  readonly isOwnField: boolean
  readonly credentials: CredentialsPlace
  /** What is sent: `X-Api-Key: tk_3f…`, `Authorization: Bearer tk_3f…`. */
  shown(key: string): string
  /** The failure of a key in this place that is unknown, expired or revoked. */
  wrong(detail: string): AuthenticationFailed
  /** `Api-Key realm="api", header="X-Api-Key"`. A wrong `Bearer` has an error (RFC 6750 §3.1). */
  challenge(failure: AuthenticationFailed | undefined): string
}

/** @param realm absent: the challenge names none. */
export function keyPlace(header: string, keyword: string, realm: string | undefined): KeyPlace {
  const isOwnField = isOwn(header)
  const isBearer = !isOwnField && keyword.toLowerCase() === 'bearer'
  const parameters = [
    ...(realm === undefined ? [] : [`realm=${quoted(realm)}`]),
    ...(isOwnField ? [`header=${quoted(header)}`] : []),
  ]
  /** Of this place alone: the key of another scheme says nothing of a bearer token. */
  class WrongKey extends AuthenticationFailed {}

  return {
    isOwnField,
    credentials: isOwnField ? { header } : { header, keyword },
    shown: (key) => `${header}: ${isOwnField ? '' : `${keyword} `}${key}`,
    wrong: (detail) => new WrongKey(detail),
    challenge(failure) {
      const isWrong = isBearer && failure instanceof WrongKey
      const all = isWrong ? [...parameters, 'error="invalid_token"'] : parameters
      return all.length === 0 ? keyword : `${keyword} ${all.join(', ')}`
    },
  }
}

/** Whether a field is another than `Authorization`. */
export const isOwn = (header: string): boolean => header.toLowerCase() !== 'authorization'
