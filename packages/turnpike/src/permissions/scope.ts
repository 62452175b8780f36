import { fieldOf } from '../accounts/user.ts'
import { mark } from '../caching/mark.ts'
import { NotFound } from '../errors/exceptions.ts'
import { withoutStack } from '../errors/without-stack.ts'
import type { ApiRequest } from '../http/request.ts'
import type { Condition } from '../items/conditions/condition.ts'
import { meets as meetsInMemory } from '../items/conditions/meets.ts'
import { requireCondition } from '../items/conditions/require-condition.ts'
import { atPrimary } from '../items/read-replicas.ts'
import { allowsRequest } from './decision.ts'
import type { Meets, Permission, Scope } from './permission.ts'

/** No item. */
const none: Condition = { any: [] }

/** Whether one of the permissions has a scope, so that a list depends on who reads it. */
export const hasScope = (permissions: readonly Permission[]): boolean =>
  permissions.some(narrowsItems)

/** Whether the permission has a scope, which lets a request see only some items. */
export const narrowsItems = ({ scope }: Permission): boolean => typeof scope === 'function'

/**
 * The items that all of the permissions let the request see. Null means every item.
 *
 * @throws ConfigurationError when a scope returns something else than a condition or null.
 */
export async function scopeOfAll(
  permissions: readonly Permission[],
  request: ApiRequest,
): Promise<Condition | null> {
  const conditions: Condition[] = []
  for (const permission of permissions) {
    const condition = await scopeOf(permission, request)
    if (condition !== null) conditions.push(condition)
  }
  const [only = null] = conditions
  return conditions.length > 1 ? { all: conditions } : only
}

/**
 * The items that at least one of the permissions that allow the request lets it see. Null means
 * every item.
 */
export async function scopeOfAny(
  permissions: readonly Permission[],
  request: ApiRequest,
): Promise<Condition | null> {
  const conditions: Condition[] = []
  for (const permission of permissions) {
    if (!(await allowsRequest(permission, request))) continue
    const condition = await scopeOf(permission, request)
    if (condition === null) return null
    conditions.push(condition)
  }
  return { any: conditions }
}

/** The items that the permission does not let the request see. */
export async function scopeOfOthers(
  permission: Permission,
  request: ApiRequest,
): Promise<Condition> {
  const condition = await scopeOf(permission, request)
  return condition === null ? none : { not: condition }
}

async function scopeOf(permission: Permission, request: ApiRequest): Promise<Condition | null> {
  if (!permission.scope) return null
  const condition = await permission.scope(request)
  if (condition !== null)
    requireCondition(condition, 'The scope of a permission', () => remedyFor(request))
  return condition
}

/** An anonymous user lacks the fields that a scope over `ApiRequest<User>` reads. */
const remedyFor = ({ user }: ApiRequest): string =>
  fieldOf(user, 'isAuthenticated') === true
    ? ''
    : ' The request is anonymous: put isAuthenticated before the permission, in the list of the view' +
      ' or with allOf(isAuthenticated, permission).'

/** Whether the permission's scope has the item. */
export async function isInScope(
  permission: Permission,
  request: ApiRequest,
  meets: Meets,
): Promise<boolean> {
  const condition = await scopeOf(permission, request)
  return condition === null || (await meets(condition))
}

/** Decides conditions for the item without its store. */
export const inMemory =
  (item: unknown): Meets =>
  (condition) =>
    meetsInMemory(item as object, condition)

/** The part of a view that says which items a request may see. */
interface ScopedView {
  readonly permissions: readonly Permission[]
}

/** The condition of the items that the view lets the request see. Null means every item. */
export const scopeIn = (view: ScopedView, request: ApiRequest): Promise<Condition | null> =>
  atPrimary(request, () => scopeOfAll(view.permissions, request))

/**
 * The condition is decided where the item was read: it is about the fields that are shown.
 *
 * @throws NotFound when the item is outside of the scope of the view's permissions.
 */
export async function checkScope(
  view: ScopedView,
  request: ApiRequest,
  meets: Meets,
): Promise<void> {
  const condition = await scopeIn(view, request)
  if (condition !== null && !(await meets(condition))) throw withoutStack(() => new NotFound())
}

/** Scopes of combinations in which an object rule has no scope. */
const incompleteScopes = mark<Scope>()

/** The members of a combination of these permissions that has this scope. */
export function combinedScope(
  permissions: readonly Permission[],
  scope: Scope,
): Pick<Permission, 'scope'> {
  if (!hasScope(permissions)) return {}
  if (permissions.some(showsTooMuch)) incompleteScopes.set(scope, true)
  return { scope }
}

/** Whether the permission may deny items that its scope, or the lack of one, shows in lists. */
export function showsTooMuch({ hasObjectPermission, scope }: Permission): boolean {
  if (scope === undefined) return hasObjectPermission !== undefined
  return scope !== null && incompleteScopes.get(scope) === true
}
