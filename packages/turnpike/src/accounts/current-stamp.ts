import type { UserSession } from './session-record.ts'
import type { SessionUsers } from './session-store.ts'
import type { User } from './user.ts'
import { SignInOutdated } from './user-store.ts'

/**
 * The password stamp for a new session of the user. If it is outdated a moment later, so is the
 * session.
 *
 * @param verified the stamp of the password with which the user signs in. Default the current one.
 * @throws SignInOutdated when the user's stamp differs, or the user is inactive.
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

/** Whether what they started is still the user's: of their password, and they are active. */
export async function isCurrent<U extends User>(
  users: SessionUsers<U>,
  user: U,
  { pk, passwordStamp }: Pick<UserSession, 'pk' | 'passwordStamp'>,
): Promise<boolean> {
  if (!user.isActive || user.pk !== pk) return false
  return (await users.passwordStamp(user)) === passwordStamp
}
