import { InvalidUser, UsernameTaken } from '../../accounts/user-store.ts'
import { ValidationError } from '../../errors/exceptions.ts'
import { NonFieldError } from '../../errors/non-field-error.ts'

/**
 * The validation error for a user that a store refuses: `{ "username": ["There is already …"] }`.
 * Any other error is returned as it is.
 */
export function refusedUser(error: unknown): unknown {
  if (error instanceof UsernameTaken)
    return new ValidationError({ username: [error.translatable] }, 'unique', { cause: error })
  if (!(error instanceof InvalidUser)) return error

  const { field, code, translatable } = error
  return field === null
    ? new NonFieldError(translatable, code, { cause: error })
    : new ValidationError({ [field]: [translatable] }, code, { cause: error })
}
