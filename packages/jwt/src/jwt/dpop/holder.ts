import type { AuthenticatedView, HttpRequest } from 'turnpike'
import { sha256Base64Url } from 'turnpike/kit'
import { BearerFailure } from '../bearer/bearer-failure.ts'
import { newNonce, nonceMoment } from './nonces.ts'
import type { DpopOptions } from './options.ts'
import { InvalidProof, readProof } from './proof.ts'
import { isSameUrl } from './same-url.ts'

/** Header fields of the response. */
export type Fields = Readonly<Record<string, string>>

/** Checks that requests come from the holders of the keys that their tokens are bound to. */
export interface HolderCheck {
  /**
   * @param thumbprint of the key that the token is bound to.
   * @returns header fields of the response: a new nonce when it is time for one.
   * @throws BearerFailure `invalid_dpop_proof` or `use_dpop_nonce`.
   */
  prove(
    token: string,
    thumbprint: string,
    request: HttpRequest,
    view: AuthenticatedView,
  ): Promise<Fields>
}

/** Checks the proofs of a request, as RFC 9449 §4.3 lists it. */
export function holderCheck(options: Required<DpopOptions>): HolderCheck {
  const { algorithms, maxAgeSeconds, clockTolerance, replays, nonceSeconds, now } = options

  /** When the proof was made: by the nonce if clients need one, otherwise by their own clock. */
  function momentOf(nonce: unknown, issued: unknown, secrets: readonly string[]): number {
    const present = now()
    if (typeof issued !== 'number' || !Number.isFinite(issued))
      throw new InvalidProof('The DPoP proof has no iat.')
    if (nonceSeconds > 0) {
      const moment = nonceMoment(secrets, nonce)
      const isValid =
        moment !== null &&
        moment >= present - nonceSeconds - clockTolerance &&
        moment <= present + clockTolerance
      if (!isValid) throw nonceNeeded(newNonce(secrets, present))
      return moment
    }
    if (issued > present + clockTolerance)
      throw new InvalidProof('The DPoP proof is from the future.')
    if (issued < present - maxAgeSeconds - clockTolerance)
      throw new InvalidProof('The DPoP proof is too old.')
    return issued
  }

  async function check(
    token: string,
    thumbprint: string,
    request: HttpRequest,
    view: AuthenticatedView,
  ): Promise<Fields> {
    const { SECRET_KEYS: secrets } = view.settings
    const proof = onlyProof(request.headers.get('DPoP'))
    const expected = { algorithms, thumbprint, now: now(), clockTolerance }
    const { htm, htu, iat, jti, ath, nonce } = await readProof(proof, expected)

    if (typeof jti !== 'string' || jti === '') throw new InvalidProof('The DPoP proof has no jti.')
    if (htm !== request.method) throw new InvalidProof('The DPoP proof is for another method.')
    if (typeof htu !== 'string' || !isSameUrl(htu, request.url)) {
      throw new InvalidProof('The DPoP proof is for another URL.')
    }
    // The tokens of one client may be bound to one key (RFC 9449 §6.1).
    if (ath !== sha256Base64Url(token))
      throw new InvalidProof('The DPoP proof is for another token.')
    const moment = momentOf(nonce, iat, secrets)

    // At the end, so that only proofs that would be accepted take space.
    const validFor = nonceSeconds > 0 ? nonceSeconds : maxAgeSeconds
    const seconds = moment + validFor + 2 * clockTolerance - now() + 1
    if (!(await replays.remember(`dpop ${thumbprint} ${jti}`, seconds))) {
      throw new InvalidProof('The DPoP proof was used before.')
    }
    const isNonceOld = nonceSeconds > 0 && moment < now() - nonceSeconds / 2
    return isNonceOld ? nonceFields(newNonce(secrets, now())) : {}
  }

  return {
    async prove(token, thumbprint, request, view) {
      try {
        return await check(token, thumbprint, request, view)
      } catch (error) {
        if (error instanceof BearerFailure && error.error === 'invalid_dpop_proof') {
          await request.countWrongCredentials()
        }
        throw error
      }
    },
  }
}

/** @throws BearerFailure unless there is exactly one: fields of one name are joined by commas. */
function onlyProof(field: string | null): string {
  if (field === null) throw new InvalidProof('There is no DPoP proof.')
  if (field.includes(',')) throw new InvalidProof('Send exactly one DPoP header.')
  return field.trim()
}

const nonceNeeded = (nonce: string) =>
  new BearerFailure('use_dpop_nonce', 'The DPoP proof needs the nonce in DPoP-Nonce.', {
    headers: nonceFields(nonce),
  })

/** A cache would give old nonces to clients (RFC 9449 §8). */
const nonceFields = (nonce: string): Fields => ({
  'DPoP-Nonce': nonce,
  'Cache-Control': 'no-store',
})
