import { fieldOf } from '../../accounts/user.ts'
import { AuthenticationFailed } from '../../errors/exceptions.ts'
import type { HttpRequest } from '../../http/http-request.ts'
import type { Identity } from '../scheme.ts'
import type { ExternalAccountOptions } from './external-accounts.ts'

/**
 * The identity of the user of a session.
 *
 * @param sent the credentials of the request.
 * @throws AuthenticationFailed when there is no such user here, or an inactive one.
 */
export async function identityOf<Session, CurrentUser>(
  session: Session,
  sent: string,
  { userOf }: Pick<ExternalAccountOptions<Session, CurrentUser>, 'userOf'>,
  request: HttpRequest,
): Promise<Identity<CurrentUser, Session>> {
  const user = await userOf(session, request)
  // JavaScript says undefined for null.
  if (user === null || user === undefined || fieldOf(user, 'isActive') === false) {
    throw new AuthenticationFailed('User inactive or deleted.')
  }
  const id = idOf(session)
  // In some libraries the id of the session is what clients send, and must not be logged.
  const isSecret = id === null || sent.includes(id)
  return { user, auth: session, ...(!isSecret && { credential: id }) }
}

/** The `session.id` of better-auth: of a session, or of an API key. */
function idOf(session: unknown): string | null {
  const id: unknown = Object(Object(session).session).id
  return typeof id === 'string' && id !== '' ? id : null
}
