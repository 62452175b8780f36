import type { StoredSession } from '../../../accounts/session-directory.ts'
import { digestOf } from '../../../accounts/session-record.ts'
import { sessionIdOf } from '../../../authentication/session-cookies.ts'
import type { Visit } from '../visit.ts'

/** Whether it is the session of the request itself, which is ended by signing out. */
export function isOwnSession({ digest }: StoredSession, { request, view }: Visit): boolean {
  const id = sessionIdOf(request, view)
  return id !== null && digestOf(id) === digest
}
