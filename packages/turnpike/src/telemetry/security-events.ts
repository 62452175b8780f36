import type { Logger } from '../http/logger.ts'

/*
 * The security events of the log. docs/security/events.md lists them: their names and fields are
 * public, and stay. Each line has `event` and `clientAddress`.
 */

/** The message of each event's line, by the name of the event. */
const messages = {
  'sign-in.succeeded': 'sign-in',
  'sign-in.refused': 'sign-in refused',
  'sign-out': 'sign-out',
  'refresh.reused': 'refresh token reused: its sign-in was ended',
  'key.created': 'API key created',
  'key.revoked': 'API key revoked',
} as const

/** The events that are not actions of the admin. */
export type SecurityEvent = keyof typeof messages

/** Refusals and misuse, for which somebody may be woken. */
const warnings: readonly SecurityEvent[] = ['sign-in.refused', 'refresh.reused']

/** Logs an event. The fields must not contain secrets. */
export function logSecurityEvent(
  logger: Logger,
  event: SecurityEvent,
  fields: { readonly clientAddress: string | null; readonly [name: string]: unknown },
): void {
  const level = warnings.includes(event) ? 'warn' : 'info'
  logger[level]({ event, ...fields }, messages[event])
}
