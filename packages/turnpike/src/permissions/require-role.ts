import { ConfigurationError } from '../errors/configuration-error.ts'
import { TranslatableMessage } from '../languages/message.ts'
import type { Permission } from './permission.ts'

/** Credentials that name the roles of their user. */
export interface WithRoles {
  /** The roles, such as `editor`; empty if there are none. */
  readonly roles: readonly string[]
}

/**
 * Allows requests whose credentials name this role, and narrows `request.auth` to such credentials.
 * For one of several: `anyOf(requireRole('editor'), requireRole('admin'))`.
 *
 * Names are compared exactly.
 *
 * @throws ConfigurationError when the role is not a string, or empty.
 */
export function requireRole(role: string): Permission<{ readonly auth: WithRoles }> {
  if (typeof role !== 'string' || role === '') {
    throw new ConfigurationError("requireRole() needs a role, such as requireRole('editor').")
  }
  return {
    name: `requireRole(${role})`,
    hasPermission: ({ auth }) => hasRole(auth, role),
    audience: () => 'some-users',
    message: new TranslatableMessage('This needs the role {role}.', { role }),
    code: 'insufficient_role',
  }
}

const hasRole = (auth: unknown, role: string): boolean =>
  typeof auth === 'object' &&
  auth !== null &&
  'roles' in auth &&
  Array.isArray(auth.roles) &&
  auth.roles.includes(role)
