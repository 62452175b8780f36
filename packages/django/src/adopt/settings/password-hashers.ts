import type { NewPasswordFormat } from '../../django/passwords/passwords.ts'
import { textsOf } from '../python/value.ts'
import type { Adoption, Source } from './adoption.ts'

const name = 'PASSWORD_HASHERS'
const folder = 'django.contrib.auth.hashers.'

/** Django's hashers by their class; null if new passwords are never made so. */
const formats: ReadonlyMap<string, NewPasswordFormat | null> = new Map([
  ['PBKDF2PasswordHasher', 'pbkdf2_sha256'],
  ['PBKDF2SHA1PasswordHasher', 'pbkdf2_sha1'],
  ['Argon2PasswordHasher', 'argon2'],
  ['ScryptPasswordHasher', 'scrypt'],
  ['BCryptSHA256PasswordHasher', 'bcrypt_sha256'],
  ['BCryptPasswordHasher', 'bcrypt'],
  ['SHA1PasswordHasher', null],
  ['MD5PasswordHasher', null],
  ['UnsaltedSHA1PasswordHasher', null],
  ['UnsaltedMD5PasswordHasher', null],
])

/** The format of new passwords, by the first of `PASSWORD_HASHERS`; null if it does not say. */
export function readPasswordHashers(
  { get, has }: Source,
  adoption: Adoption,
): NewPasswordFormat | null {
  const paths = textsOf(get(name)) ?? []
  let format: NewPasswordFormat | null = null
  for (const [index, path] of paths.entries()) {
    const found = path.startsWith(folder) ? formats.get(path.slice(folder.length)) : undefined
    const shown = path.replaceAll(/[^\w.]/g, '?').slice(0, 200)
    if (found === undefined) {
      adoption.leave(
        name,
        index === 0
          ? `\`${shown}\` is code: write \`format\` and \`iterations\` of \`djangoPasswords\` into \`src/accounts.ts\`.`
          : `\`${shown}\` is code: its passwords match only if they are in a format of Django.`,
      )
    } else if (index === 0 && found === null) {
      adoption.leave(name, `\`${shown}\` is not safe: new passwords are \`pbkdf2_sha256\`.`)
    } else if (index === 0) {
      format = found
      if (has(name)) adoption.take(name, '`format` of `djangoPasswords` in `src/accounts.ts`')
    }
  }
  return format
}
