import type { DjangoKeys } from './keys.ts'
import { allKeys, areSame, type HashAlgorithm, saltedHmac } from './salted-hmac.ts'

const salt = 'django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash'

/**
 * The value that Django stores in a session as `_auth_user_hash`: it changes with the password, so
 * that another password ends all sessions of the user.
 *
 * @param password as it is stored in the table of users.
 */
export const sessionAuthHash = (
  { secretKey }: Pick<DjangoKeys, 'secretKey'>,
  password: string,
  algorithm: HashAlgorithm = 'sha256',
): string => saltedHmac(secretKey, salt, password, algorithm).toString('hex')

/** Whether the hash of a session is that of the password, by one of the keys. */
export function isSessionAuthHash(keys: DjangoKeys, password: string, hash: string): boolean {
  const algorithm = hash.length === 40 ? 'sha1' : 'sha256'
  const sent = Buffer.from(hash)
  return allKeys(keys).some((secretKey) =>
    areSame(Buffer.from(sessionAuthHash({ secretKey }, password, algorithm)), sent),
  )
}
