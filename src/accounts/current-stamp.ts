import type { SessionUsers } from './session-store.ts'
import type { User } from './user.ts'
import { SignInOutdated } from './user-store.ts'

/**
 * The stamp that a session of the user starts with. When it is outdated a moment later, so is the
 * session.
 *
 * @param verified that of the password by which the user signs in. Default the one that there is.
 * @throws SignInOutdated when the user has another one, or is inactive.
 */
export async function currentStamp<U extends User>(
  users: SessionUsers<U>,
  user: U,
  verified?: string,
): Promise<string> {
  const stamp = await users.passwordStamp(user)
  const isActive = (await users.find(user.username))?.isActive ?? false
  if (!isActive || stamp !== (verified ?? stamp)) throw new SignInOutdated(user)
  return stamp
}
