import * as z from 'zod'
import type { User } from '../accounts/user.ts'
import {
  SignInOutdated,
  UserNotFound,
  type UserStore,
  type Verified,
} from '../accounts/user-store.ts'
import { logRefusedSignIn } from '../authentication/sign-in-log.ts'
import { once } from '../caching/once.ts'
import { ServiceUnavailable } from '../errors/exceptions.ts'
import { NonFieldError } from '../errors/non-field-error.ts'
import type { Operation } from '../http/operation.ts'
import type { ApiRequest } from '../http/request.ts'
import { logSecurityEvent } from '../telemetry/security-events.ts'
import { charField } from '../validation/index.ts'
import type { View } from './view.ts'

/** What a client sends to sign in. The password is not trimmed. */
export const credentialsSchema = once(() =>
  z.object({
    username: charField(),
    password: charField({ trim: false }).meta({ format: 'password' }),
  }),
)

/** The documentation of a method that signs in, without its response. */
export const signInOperation = () =>
  ({
    accepts: credentialsSchema(),
    raises: [new ServiceUnavailable()],
    countsFailures: true,
  }) satisfies Operation

/**
 * Starts a session or token for the active user with this username and password. `start` gets the
 * verified result, to compare it again when it writes.
 *
 * @throws ValidationError with the code `authorization` when there is no such user, or the result
 *   is outdated when `start` writes. One message for all cases: a client must not learn which
 *   usernames exist.
 * @throws Throttled when too many attempts have failed.
 */
export async function signIn<U extends User, Started>(
  { username, password }: z.infer<ReturnType<typeof credentialsSchema>>,
  users: Pick<UserStore<U>, 'verify'>,
  request: ApiRequest,
  { settings }: View,
  start: (verified: Verified<U>) => Promise<Started>,
): Promise<Started> {
  const verified = await request.tryCredentials(username, () =>
    ifActive(users.verify(username, password)),
  )
  const started = verified && (await start(verified).catch(nullIfOutdated))
  if (verified !== null && started !== null) {
    logSecurityEvent(settings.LOGGER, 'sign-in.succeeded', {
      user: verified.user.pk,
      clientAddress: request.client.address,
    })
    return started
  }
  if (verified !== null) logRefusedSignIn(settings, request.client, username, 'outdated')

  const text = 'Unable to log in with provided credentials.'
  throw new NonFieldError(text, 'authorization').under(settings.NON_FIELD_ERRORS_KEY)
}

async function ifActive<U extends User>(
  verifying: Promise<Verified<U> | null>,
): Promise<Verified<U> | null> {
  const verified = await verifying
  return verified?.user.isActive ? verified : null
}

function nullIfOutdated(error: unknown): null {
  if (error instanceof SignInOutdated || error instanceof UserNotFound) return null
  throw error
}
