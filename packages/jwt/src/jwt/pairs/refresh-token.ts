import { randomBytes } from '@noble/hashes/utils.js'
import { bytesOf, createSigner, deriveKey, hmacUnder, toBase64Url } from 'turnpike/kit'

/** A refresh token of a family, and the salt from which it was derived. */
export interface MadeToken {
  readonly token: string
  readonly salt: string
}

/** Makes and reads refresh tokens. */
export interface RefreshTokenCodec {
  /** The first token of a new family. */
  first(): MadeToken & { readonly family: string }

  /** The next token after this one. */
  next(token: string): MadeToken

  /**
   * The token that `next` made of this one with this salt, for each of the secrets. So a client
   * whose response was lost can get the same token again, and the store need not keep it.
   */
  successors(token: string, salt: string): string[]

  /** The family of the token; null when none of the secrets has signed it. */
  familyOf(token: string): string | null
}

/**
 * Refresh tokens look like `refresh_X3pQ…`: 64 letters, digits, `-` and `_` after the prefix, by
 * which scanners find leaked ones. They contain a signature, the id of the family and 128 bits that
 * cannot be guessed. The signature makes an old token recognizable without a list of all old ones,
 * and nobody without the secrets can make up a token that would end a family.
 */
export function refreshTokenCodec(secrets: readonly string[]): RefreshTokenCodec {
  const signer = createSigner(secrets, purpose)
  const ring = secrets.map((secret) => ({
    signer: createSigner([secret], purpose),
    derive: hmacUnder(deriveKey(secret, 'successor of a refresh token')),
  }))

  const payloadOf = (token: string) =>
    token.startsWith(prefix) ? signer.open(token.slice(prefix.length)) : null

  function successors(token: string, salt: string): string[] {
    const payload = payloadOf(token)
    if (payload === null) return []
    const family = payload.subarray(0, partLength)
    return ring.map(({ signer, derive }) => {
      const digest = bytesOf(derive(encoder.encode(`${salt}.${token}`), 'latin1'))
      return prefix + signer.sign(joined(family, digest.subarray(0, partLength)))
    })
  }

  return {
    first() {
      const family = randomBytes(partLength)
      const token = prefix + signer.sign(joined(family, randomBytes(partLength)))
      return { token, salt: newSalt(), family: toBase64Url(family) }
    },

    next(token) {
      const salt = newSalt()
      const [next] = successors(token, salt)
      if (next === undefined) throw new Error('Only a token of this service has a successor.')
      return { token: next, salt }
    },

    successors,

    familyOf(token) {
      const payload = payloadOf(token)
      return payload?.length === 2 * partLength
        ? toBase64Url(payload.subarray(0, partLength))
        : null
    },
  }
}

const prefix = 'refresh_'
const purpose = 'refresh token'

/** In bytes: 128 bits cannot be guessed. */
const partLength = 16

const newSalt = () => toBase64Url(randomBytes(partLength))

const joined = (one: Uint8Array, other: Uint8Array) => Uint8Array.of(...one, ...other)

const encoder = new TextEncoder()
