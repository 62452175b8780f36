import { AuthenticationFailed } from '../errors/exceptions.ts'
import type { RequestHeaders } from '../http/incoming-request.ts'
import { quoted } from './quoted-string.ts'
import type { CredentialsPlace } from './scheme-description.ts'

/** Where requests have a key: behind a word in `Authorization`, or alone in a field of its own. */
export interface KeyPlace {
  readonly isOwnField: boolean
  readonly credentials: CredentialsPlace
  /** What is sent: `X-Api-Key: tk_3f…`, `Authorization: Bearer tk_3f…`. */
  shown(key: string): string
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
  const place: KeyPlace = {
    isOwnField,
    credentials: isOwnField ? { header } : { header, keyword },
    shown: (key) => `${header}: ${isOwnField ? '' : `${keyword} `}${key}`,
    challenge(failure) {
      const isWrong = isBearer && failure instanceof WrongKey && failure.place === place
      const all = isWrong ? [...parameters, 'error="invalid_token"'] : parameters
      return all.length === 0 ? keyword : `${keyword} ${all.join(', ')}`
    },
  }
  return place
}

/** The key in a place is unknown, expired or revoked. It says nothing of the keys in others. */
export class WrongKey extends AuthenticationFailed {
  readonly place: KeyPlace

  constructor(detail: string, place: KeyPlace) {
    super(detail)
    this.place = place
  }
}

/** Whether a field is another than `Authorization`. */
export const isOwn = (header: string): boolean => header.toLowerCase() !== 'authorization'

/**
 * The key that is the whole value of a header field, or null when it is absent.
 *
 * @throws AuthenticationFailed when the key is missing, or is not one key.
 */
export function readKeyHeader(headers: RequestHeaders, header: string): string | null {
  const key = headers.get(header)
  if (key !== null) requireOneKey(key)
  return key
}

/** @throws AuthenticationFailed when the key is empty, or has a blank or a comma. */
export function requireOneKey(key: string): void {
  if (key === '') throw new AuthenticationFailed('Invalid API key header. No key provided.')
  // Two fields of one name arrive as a list: a proxy may have checked the other one.
  if (/[ ,]/.test(key)) {
    throw new AuthenticationFailed(
      'Invalid API key header. One key without spaces and commas is expected.',
    )
  }
}
