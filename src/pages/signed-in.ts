import type { ApiRequest } from '../request.ts'

/** Who sent the request, in words. */
export function signedInAs({ isIdentified, user }: ApiRequest): string {
  if (!isIdentified) return 'Not signed in'
  return hasUsername(user) ? `Signed in as ${user.username}` : 'Signed in'
}

/** An application may have users of any kind. */
const hasUsername = (user: unknown): user is { username: string } =>
  typeof user === 'object' &&
  user !== null &&
  'username' in user &&
  typeof user.username === 'string' &&
  user.username !== ''
