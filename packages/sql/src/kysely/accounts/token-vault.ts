import { createSecretKey, type KeyObject } from 'node:crypto'
import {
  deriveKey,
  type Hmac,
  hmacUnder,
  requireValid,
  secretList,
  TokenUnreadable,
} from 'turnpike/kit'
import { seal, unseal } from './sealing.ts'

/** The stored form of a token key. Without the secrets it is useless. */
export interface SealedKey {
  /** HMAC-SHA-256 of the key, by which it is looked up. */
  readonly digest: string
  /** The key, encrypted with AES-256-GCM, so that get-or-create can return it. */
  readonly sealed: string
  /** Identifies the secret. */
  readonly secret_id: string
}

/**
 * The kind of a sealed key: the token of a user, or one of their API keys. The two are not
 * exchangeable.
 */
export type SealedKind = 'token' | 'api key'

/** Converts token keys to their stored form and back. */
export interface TokenVault {
  /** The identifiers of the secrets, the sealing one first. */
  readonly secretIds: readonly [string, ...string[]]
  /** The digests under which a key may be stored, one per secret. */
  digestsOf(key: string): string[]
  /** Seals a key for its user with the first secret. */
  seal(key: string, userId: number | string): SealedKey
  /**
   * The key sealed for that user.
   *
   * @throws TokenUnreadable when its secret is unknown, or when it was sealed for another user or
   *   changed.
   */
  open(kept: Pick<SealedKey, 'sealed' | 'secret_id'>, userId: number | string): string
}

/**
 * A vault whose keys are derived from the secrets, one for each purpose.
 *
 * @param kind what is sealed in it.
 * @throws ConfigurationError when there is no secret, or one is too short.
 */
export function createTokenVault(
  secrets: readonly string[],
  kind: SealedKind = 'token',
): TokenVault {
  requireValid('secrets', sealingSecrets, secrets)
  const ring = secrets.map((secret) => keysOf(secret, kind)) as [VaultKeys, ...VaultKeys[]]
  const [first, ...others] = ring

  return {
    secretIds: [first.id, ...others.map(({ id }) => id)],

    digestsOf: (key) => ring.map(({ digesting }) => keyDigest(key, digesting)),

    seal: (key, userId) => ({
      digest: keyDigest(key, first.digesting),
      sealed: seal(key, first.sealing, ownerOf(userId)),
      secret_id: first.id,
    }),

    open({ sealed, secret_id }, userId) {
      const keys = ring.find(({ id }) => id === secret_id)
      if (keys === undefined) throw new TokenUnreadable(secretUnknown([secret_id]))
      return open(sealed, keys.sealing, userId, kind)
    },
  }
}

/** The rule, with advice on where the secrets come from. */
export const sealingSecrets = {
  ...secretList,
  advise: () => 'Token keys are sealed under them: turnpike secrets generate prints one.',
}

/** Advice about tokens whose secrets, given by identifier, are missing. */
export const secretUnknown = (ids: readonly string[]): string =>
  `The database has tokens or keys sealed with ${ids.length === 1 ? 'a secret' : 'secrets'} ` +
  `(${ids.join(', ')}) that are not in SECRET_KEYS, so they cannot be read. Add that secret after ` +
  'the others in SECRET_KEYS, or restore its file, which ends in .secret. If it is ' +
  'lost, revoke them with: turnpike secrets rotate --revoke-lost'

interface VaultKeys {
  id: string
  digesting: Hmac
  sealing: KeyObject
}

/** A secret has the same identifier for every kind. */
const keysOf = (secret: string, kind: SealedKind): VaultKeys => ({
  id: Buffer.from(deriveKey(secret, 'token secret id')).toString('hex').slice(0, 16),
  digesting: hmacUnder(deriveKey(secret, `${kind} digest`)),
  sealing: createSecretKey(deriveKey(secret, `${kind} sealing`)),
})

const keyDigest = (key: string, digesting: Hmac): string => digesting(Buffer.from(key), 'base64url')

function open(
  sealed: string,
  sealing: KeyObject,
  userId: number | string,
  kind: SealedKind,
): string {
  try {
    return unseal(sealed, sealing, ownerOf(userId))
  } catch (cause) {
    throw new TokenUnreadable(changed[kind](userId), { cause })
  }
}

const changed: Readonly<Record<SealedKind, (userId: number | string) => string>> = {
  token: (userId) =>
    `The token of the user with the pk ${userId} was changed in the database, so its key cannot be ` +
    'read. Replace it in the admin, or with turnpike token -r and the username.',
  'api key': (userId) =>
    `An API key of the user with the pk ${userId} was changed in the database, so it cannot be ` +
    'read. Revoke it, or all that are unreadable with: turnpike secrets rotate --revoke-lost',
}

/** Sealed with the key, so that writing to the database cannot give one user another's token. */
const ownerOf = (userId: number | string) => `turnpike user ${userId}`
