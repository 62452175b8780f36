import { createSecretKey, type KeyObject } from 'node:crypto'
import { ConfigurationError } from 'turnpike'
import { deriveKey, type StoredSigningKey } from 'turnpike/kit'
import { unseal } from '../sealing.ts'

/** A secret as it seals signing keys. */
export interface SealingKey {
  id: string
  key: KeyObject
}

/** A secret has the same identifier as for tokens. */
export const sealingKeyOf = (secret: string): SealingKey => ({
  id: Buffer.from(deriveKey(secret, 'token secret id')).toString('hex').slice(0, 16),
  key: createSecretKey(deriveKey(secret, 'signing key sealing')),
})

/** Sealed with the key, so that writing to the database cannot put one in the place of another. */
export const ownerOf = (id: string) => `turnpike signing key ${id}`

/** @throws ConfigurationError when its secret is missing, or it was changed in the database. */
export function openKey(
  { id, sealed, secret_id }: { id: string; sealed: string; secret_id: string },
  ring: readonly SealingKey[],
): StoredSigningKey['privateKey'] {
  const opening = ring.find((one) => one.id === secret_id)
  if (opening === undefined) throw new ConfigurationError(secretMissing(id, secret_id))
  try {
    return JSON.parse(unseal(sealed, opening.key, ownerOf(id)))
  } catch (cause) {
    throw new ConfigurationError(
      `The signing key ${id} was changed in the database and cannot be read. Replace all keys with: ` +
        'turnpike signing-keys rotate --now',
      { cause },
    )
  }
}

const secretMissing = (id: string, secretId: string) =>
  `The signing key ${id} is sealed with a secret (${secretId}) that is not in SECRET_KEYS. Add that ` +
  'secret after the others, or replace all keys with: turnpike signing-keys rotate --now'
