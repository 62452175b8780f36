import type { User } from '../../accounts/user.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { View } from '../../views/view.ts'

/** What is done in the admin, as the audit log calls it. */
export type AuditAction =
  | 'admin.enter'
  | 'user.create'
  | 'user.update'
  | 'user.password'
  | 'user.activate'
  | 'user.deactivate'
  | 'sessions.end'
  | 'token.create'
  | 'token.reveal'
  | 'token.regenerate'
  | 'token.revoke'

/** Who does something, and where from. A visit is one. */
export interface Audited {
  readonly request: ApiRequest
  readonly view: Pick<View, 'settings'>
  /** Null: nobody is known. */
  readonly actor: User | null
  /** Whom it is about. Absent: nobody there is yet. */
  readonly subject?: User
}

/** Writes down what has been done. The details must hold no secret. */
export function auditDone(audited: Audited, action: AuditAction, details: object = {}): void {
  const { LOGGER } = audited.view.settings
  LOGGER.info({ ...fieldsOf(audited, action), ...details }, 'audit')
}

/** Writes down what has been asked for and refused. */
export function auditRefused(audited: Audited, action: AuditAction, reason: string): void {
  const { LOGGER } = audited.view.settings
  LOGGER.warn({ ...fieldsOf(audited, action), reason }, 'audit')
}

const fieldsOf = ({ request, actor, subject }: Audited, action: AuditAction) => ({
  audit: true,
  action,
  actor: actor && who(actor),
  ...(subject && { subject: who(subject) }),
  clientAddress: request.client.address,
})

const who = ({ pk, username }: User) => ({ pk, username })
