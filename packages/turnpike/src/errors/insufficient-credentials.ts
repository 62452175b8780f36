import type { DetailInput } from './error-detail.ts'
import { PermissionDenied } from './exceptions.ts'

/**
 * With `CHALLENGE_PROFILE: 'oauth'`, the denial of a request whose credentials are valid and allow
 * too little. 403, or 401 when the user has to sign in again (RFC 9470 §3).
 */
export class InsufficientCredentials extends PermissionDenied {
  override readonly status: 401 | 403
  /** The value of `WWW-Authenticate`, which tells the client how to get better ones. */
  readonly challenge: string

  constructor(
    status: 401 | 403,
    challenge: string,
    detail: DetailInput | undefined,
    code: string | undefined,
  ) {
    super(detail, code)
    this.status = status
    this.challenge = challenge
  }
}
