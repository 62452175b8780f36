import { TranslatableMessage } from '../languages/message.ts'
import type { NewUser } from './user.ts'
import { InvalidUser } from './user-store.ts'

/** Maximum number of characters of a username, counted as code points. */
export const maxUsernameLength = 150

/**
 * Maximum number of characters of an email address (RFC 5321 §4.5.3.1.3: a path of 256 with its
 * brackets).
 */
export const maxEmailLength = 254

/**
 * Checks the username and the email address of a new user.
 *
 * @throws InvalidUser when the username or the email address is invalid.
 */
export function requireNewUser({ username, email = '' }: NewUser): void {
  const problem = usernameProblem(username) ?? invisibleProblem(username)
  if (problem !== null) throw new InvalidUser(problem, 'username')
  requireNormalized(username)
  requireEmail(email)
}

/**
 * Checks an email address. An empty one is valid.
 *
 * @throws InvalidUser when the email address is invalid.
 */
export function requireEmail(email: string): void {
  const problem = emailProblem(email)
  if (problem !== null) throw new InvalidUser(problem, 'email')
}

/**
 * Whether a user may have this name; stores need not look up any other. Names with invisible
 * characters or not in the form NFKC pass: new users cannot have them, but users from earlier
 * versions may.
 */
export const isUsername = (text: string): boolean => usernameProblem(text) === null

function usernameProblem(username: string): TranslatableMessage | null {
  if (username === '') return new TranslatableMessage('The username is empty.')
  if (isLonger(username, maxUsernameLength)) {
    return new TranslatableMessage('The username has more than {limit} characters.', {
      limit: maxUsernameLength,
    })
  }
  if (!username.isWellFormed())
    return new TranslatableMessage('The username has half of a surrogate pair.')
  if (/\p{Cc}/u.test(username))
    return new TranslatableMessage('The username has a control character.')
  // Forms trim usernames, so such a user could never sign in with one.
  if (username !== username.trim())
    return new TranslatableMessage('The username begins or ends with a space.')
  return null
}

/**
 * Characters that are invisible or change how others are displayed: `ad\u200bmin` and `\u202enimda`
 * would both be read as `admin`.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}]/u

/** Whether a text has such a character. */
export const hasInvisible = (text: string): boolean => invisible.test(text)

function invisibleProblem(username: string): TranslatableMessage | null {
  const [character] = invisible.exec(username) ?? []
  if (character === undefined) return null
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? ''
  return new TranslatableMessage(
    'The username has the invisible or formatting character U+{code}: leave it out.',
    { code },
  )
}

/**
 * `ｄｅｍｏ` in full-width letters would be read as `demo`. Django stores the form NFKC without a word;
 * here the caller learns what to sign in with.
 */
function requireNormalized(username: string): void {
  const normalized = username.normalize('NFKC')
  if (normalized === username) return
  const message = new TranslatableMessage(
    'The username has other forms of common characters: write {username}.',
    { username: normalized },
  )
  throw new InvalidUser(message, 'username', { code: 'username_not_normalized' })
}

function emailProblem(email: string): TranslatableMessage | null {
  if (email === '') return null
  if (isLonger(email, maxEmailLength)) {
    return new TranslatableMessage('The email address has more than {limit} characters.', {
      limit: maxEmailLength,
    })
  }
  const isAddress = email.isWellFormed() && /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u.test(email)
  return isAddress
    ? null
    : new TranslatableMessage('The email address is invalid: write it as name@example.com.')
}

/** A code point is one or two code units, so very long strings need not be counted. */
const isLonger = (text: string, length: number) =>
  text.length > 2 * length || [...text].length > length
