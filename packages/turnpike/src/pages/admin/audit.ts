import type { User } from '../../accounts/user.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { View } from '../../views/view.ts'

/** The actions of the admin, as named in the audit log. */
export type AuditAction =
  | 'admin.enter'
  | 'user.create'
  | 'user.update'
  | 'user.password'
  | 'user.activate'
  | 'user.deactivate'
  | 'sessions.end'
  | 'session.end'
  | 'token.create'
  | 'token.reveal'
  | 'token.regenerate'
  | 'token.revoke'
  | 'key.create'
  | 'key.revoke'
  | 'key.revoke-all'

/** Who does something, and from where. A visit is one. */
export interface Audited {
  readonly request: ApiRequest
  readonly view: Pick<View, 'settings'>
  /** Null if not authenticated. */
  readonly actor: User | null
  /** The user concerned. Absent if the user does not exist yet. */
  readonly subject?: User
}

/** Logs an action. The details must not contain secrets. */
export function auditDone(audited: Audited, action: AuditAction, details: object = {}): void {
  const { LOGGER } = audited.view.settings
  LOGGER.info({ ...fieldsOf(audited, action), ...details }, 'audit')
}

/** Logs an action that was denied. */
export function auditRefused(audited: Audited, action: AuditAction, reason: string): void {
  const { LOGGER } = audited.view.settings
  LOGGER.warn({ ...fieldsOf(audited, action), reason }, 'audit')
}

const fieldsOf = ({ request, actor, subject }: Audited, action: AuditAction) => ({
  event: `admin.${action}`,
  audit: true,
  action,
  actor: actor && who(actor),
  ...(subject && { subject: who(subject) }),
  clientAddress: request.client.address,
})

const who = ({ pk, username }: User) => ({ pk, username })
