import { oneView } from '@turnpike/test-support/one-view.ts'
import { expect, it } from 'vitest'
import {
  type ExceptionHandler,
  exceptionHandler,
  InvalidUser,
  UsernameTaken,
  ValidationError,
} from '../../src/index.ts'

/** The answer of a handler that lets the error through, and the codes its exception handler saw. */
async function answered(error: Error) {
  let codes: unknown
  const handler: ExceptionHandler = (exception, context) => {
    if (exception instanceof ValidationError) codes = exception.codes
    return exceptionHandler(exception, context)
  }
  const client = oneView(
    {
      post: () => {
        throw error
      },
    },
    { EXCEPTION_HANDLER: handler },
  )
  const response = await client.post('/')
  return { status: response.status, body: await response.json(), codes }
}

it.each([
  ['a taken username', new UsernameTaken('ada'), 'username', 'unique'],
  ['an invalid email address', new InvalidUser('No host.', 'email'), 'email', 'invalid'],
  [
    'a username in another form',
    new InvalidUser('Write ada.', 'username', { code: 'username_not_normalized' }),
    'username',
    'username_not_normalized',
  ],
  ['a user without a field at fault', new InvalidUser('Too late.'), 'non_field_errors', 'invalid'],
])('%s that a handler lets through is a validation error', async (_what, error, field, code) => {
  expect(await answered(error)).toEqual({
    status: 400,
    body: { [field]: [error.message] },
    codes: { [field]: [code] },
  })
})
