import { errorDetail } from '../../../errors/error-detail.ts'
import { ValidationError } from '../../../errors/exceptions.ts'
import type { Logger } from '../../../http/logger.ts'
import { TranslatableMessage } from '../../../languages/message.ts'
import { isBreached } from './breached-passwords.ts'
import { comparedText } from './compared-text.ts'
import {
  leastMinLength,
  maxNewPasswordBytes,
  type PasswordOwner,
  type PasswordRules,
} from './password-rules.ts'
import { isSimilar } from './similarity.ts'

/** The settings that decide about new passwords: those of a view, or of a service. */
export interface PasswordSettings {
  /** With null, every password is valid. Default as the setting. */
  readonly PASSWORD_RULES?: PasswordRules | null
  /** Where it is logged that the list of breached passwords could not be queried. */
  readonly LOGGER: Logger
}

/** A rule that a password breaks. */
export interface PasswordProblem {
  readonly message: TranslatableMessage
  readonly code: string
}

/**
 * Checks a new password before it is set:
 *
 * ```ts
 * await validatePassword(password, { username, email }, view.settings)
 * await users.create({ username, email, password })
 * ```
 *
 * @throws ValidationError at the field `password`, with one message for each rule that it breaks.
 *   Codes: `password_too_short`, `password_too_long`, `password_too_similar`,
 *   `password_too_common`, `password_breached`.
 */
export async function validatePassword(
  password: string,
  owner: PasswordOwner,
  settings: PasswordSettings,
): Promise<void> {
  const problems = await passwordProblems(password, owner, settings)
  if (problems.length === 0) return
  throw new ValidationError({
    password: problems.map(({ message, code }) => errorDetail(message, code)),
  })
}

/** The rules that a new password breaks; empty: it may be set. */
export async function passwordProblems(
  password: string,
  owner: PasswordOwner,
  { PASSWORD_RULES: rules = {}, LOGGER }: PasswordSettings,
): Promise<PasswordProblem[]> {
  if (rules === null) return []
  const { minLength = leastMinLength, breachedUrl = null } = rules
  const problems = [...sizeProblems(password, minLength), ...similarityProblems(password, owner)]
  if (await isCommon(password)) {
    const message = new TranslatableMessage('The password is too common: many people use it.')
    problems.push({ message, code: 'password_too_common' })
  }
  // A password that is refused in any case is asked for nowhere.
  if (problems.length > 0 || breachedUrl === null) return problems
  return (await isBreached(password, breachedUrl, LOGGER)) ? [breached] : []
}

function sizeProblems(password: string, minLength: number): PasswordProblem[] {
  if (new TextEncoder().encode(password).length > maxNewPasswordBytes) {
    const message = new TranslatableMessage('The password is longer than {limit} bytes.', {
      limit: maxNewPasswordBytes,
    })
    return [{ message, code: 'password_too_long' }]
  }
  if ([...password].length >= minLength) return []
  const message = new TranslatableMessage('The password needs at least {limit} characters.', {
    limit: minLength,
  })
  return [{ message, code: 'password_too_short' }]
}

function similarityProblems(
  password: string,
  { username, email = '' }: PasswordOwner,
): PasswordProblem[] {
  const code = 'password_too_similar'
  if (password.length > maxNewPasswordBytes) return []
  if (isSimilar(password, username)) {
    return [
      { message: new TranslatableMessage('The password is too similar to the username.'), code },
    ]
  }
  if (isSimilar(password, email)) {
    return [
      {
        message: new TranslatableMessage('The password is too similar to the email address.'),
        code,
      },
    ]
  }
  return []
}

/** The list is loaded when a password is set, and not before: 95 kB. */
async function isCommon(password: string): Promise<boolean> {
  const { commonPasswords } = await import('./common-passwords.ts')
  return commonPasswords.has(comparedText(password).trim())
}

const breached: PasswordProblem = {
  message: new TranslatableMessage('The password is known from a data breach: choose another one.'),
  code: 'password_breached',
}
