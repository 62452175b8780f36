import { ConfigurationError } from '../errors/configuration-error.ts'
import type { ApiRequest } from '../http/request.ts'
import { policyName } from '../rules/policy-name.ts'
import type { Meets, Permission } from './permission.ts'

type Decision = boolean | Promise<boolean>

/**
 * Whether the permission allows the request.
 *
 * @throws ConfigurationError when it answers anything but true or false.
 */
export const allowsRequest = (permission: Permission, request: ApiRequest): Decision =>
  decided(permission.hasPermission(request), 'hasPermission', permission)

/**
 * Whether the permission allows the request the item, as far as that is not its scope's matter.
 *
 * @throws ConfigurationError when it answers anything but true or false.
 */
export const allowsItem = (
  permission: Permission,
  request: ApiRequest,
  item: unknown,
  meets?: Meets,
): Decision =>
  permission.hasObjectPermission === undefined ||
  decided(permission.hasObjectPermission(request, item, meets), 'hasObjectPermission', permission)

/** Most answer synchronously, and waiting would cost time. */
const decided = (given: Decision, method: string, permission: Permission): Decision =>
  typeof given === 'boolean' ? given : decidedLater(given, method, permission)

async function decidedLater(
  given: Promise<boolean>,
  method: string,
  permission: Permission,
): Promise<boolean> {
  const decision: unknown = await given
  if (typeof decision === 'boolean') return decision
  throw new ConfigurationError(
    `${method} of the permission ${policyName(permission)} must return true or false, not ` +
      `${kindOf(decision)}.`,
  )
}

/** The kind of a value, without its content. */
const kindOf = (value: unknown): string =>
  value === undefined || value === null ? String(value) : `a value of the type ${typeof value}`
