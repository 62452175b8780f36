import type { JWTPayload } from 'jose'
import { ConfigurationError } from 'turnpike'
import { importedPackage } from 'turnpike/kit'
import { TokenError } from './failures.ts'
import type { DjangoJwtOptions } from './options.ts'
import type { JwtKeys } from './signing-keys.ts'

/** Signs claims as simplejwt does, and verifies what it has signed. */
export interface JwtCodec {
  /** @throws ConfigurationError when there is no key to sign with. */
  sign(claims: JWTPayload): Promise<string>

  /**
   * The claims of a token that is signed with the key, for this audience and this moment.
   *
   * @throws TokenError when it is not.
   */
  verify(token: string): Promise<JWTPayload>
}

export function jwtCodec(
  { algorithm, signing, verifying }: JwtKeys,
  { audience, issuer, leeway = 0 }: Pick<DjangoJwtOptions, 'audience' | 'issuer' | 'leeway'>,
  now: () => Date,
): JwtCodec {
  const own = {
    ...(audience !== undefined && { aud: audience as string | string[] }),
    ...(issuer !== undefined && { iss: issuer }),
  }
  return {
    async sign(claims) {
      if (signing === null) {
        throw new ConfigurationError(
          'django.jwt() needs signingKey to issue tokens: the SIGNING_KEY of SIMPLE_JWT.',
        )
      }
      const { SignJWT } = await jose()
      return new SignJWT({ ...claims, ...own })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .sign(signing)
    },

    async verify(token) {
      const { errors, jwtVerify } = await jose()
      try {
        const { payload } = await jwtVerify(token, verifying, {
          // The header of a token must not choose the algorithm (RFC 8725 §3.1).
          algorithms: [algorithm],
          ...(audience !== undefined && { audience: [audience].flat() }),
          ...(issuer !== undefined && { issuer }),
          clockTolerance: leeway,
          currentDate: now(),
        })
        // PyJWT refuses a token that is issued later than now; jose does not look.
        const { iat } = payload
        const latest = now().getTime() / 1000 + leeway
        if (iat !== undefined && !(typeof iat === 'number' && iat <= latest)) {
          throw new TokenError('invalid')
        }
        return payload
      } catch (error) {
        if (error instanceof errors.JOSEError) throw new TokenError('invalid', { cause: error })
        throw error
      }
    },
  }
}

/** Imported on first use: most services of Django have sessions and no tokens of simplejwt. */
const jose = () => importedPackage(import('jose'), 'jose@6', 'django.jwt()')
