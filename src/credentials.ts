import { z } from 'zod'
import type { UserStore } from './accounts/stores.ts'
import type { User } from './accounts/user.ts'
import { ValidationError } from './errors/exceptions.ts'
import type { ApiRequest } from './request.ts'
import { charField } from './validation/index.ts'
import type { View } from './view.ts'

/** What a client sends to sign in. Blanks around the password belong to it. */
export const credentialsSchema = z.object({
  username: charField(),
  password: charField({ trim: false }).meta({ format: 'password' }),
})

/**
 * The active user whose username and password these are.
 *
 * @throws ValidationError with the code `authorization` when there is none. One text for every reason:
 *   a caller must not learn which usernames exist.
 * @throws Throttled when too many attempts have failed.
 */
export async function userOf<U extends User>(
  { username, password }: z.infer<typeof credentialsSchema>,
  users: Pick<UserStore<U>, 'verify'>,
  request: ApiRequest,
  { settings }: View,
): Promise<U> {
  const user = await request.tryCredentials(username, () =>
    activeUser(users.verify(username, password)),
  )
  if (user !== null) return user

  const text = 'Unable to log in with provided credentials.'
  throw new ValidationError({ [settings.NON_FIELD_ERRORS_KEY]: [text] }, 'authorization')
}

async function activeUser<U extends User>(found: Promise<U | null>): Promise<U | null> {
  const user = await found
  return user?.isActive ? user : null
}
