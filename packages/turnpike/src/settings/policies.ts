import { anonymousUser } from '../accounts/user.ts'
import type { Scheme } from '../authentication/scheme.ts'
import type { Transactions } from '../items/item-store.ts'
import { allowAny } from '../permissions/built-in.ts'
import type { Permission } from '../permissions/permission.ts'
import { anything, objectWith } from '../rules/object.ts'
import { policies } from '../rules/policy.ts'
import { orNull } from '../rules/rule.ts'
import { oneOf, trueOrFalse } from '../rules/text.ts'
import { setting } from './setting.ts'

/** Default policies of views, and the user of anonymous requests. */
export const policySettings = {
  /**
   * Schemes of views without their own, in the order in which they are tried. Default none.
   *
   * @see docs/authentication.md
   */
  DEFAULT_AUTHENTICATION_CLASSES: setting(policies<Scheme>('authentication'), () => []),

  /**
   * Permissions of views without their own. Default `[allowAny]`.
   *
   * @see docs/permissions.md
   */
  DEFAULT_PERMISSION_CLASSES: setting(policies<Permission>('permissions'), () => [allowAny]),

  /**
   * Where credentials with scopes, such as API keys and access tokens, are accepted: with
   * `declared` only where a permission asks for a scope or everybody is allowed, with `any` at
   * every view. Default `any`.
   *
   * @see docs/permissions.md#scopes-of-credentials
   */
  SCOPED_CREDENTIALS: setting(oneOf(['any', 'declared']), (): 'any' | 'declared' => 'any'),

  /**
   * The user of a request that no scheme authenticates. Default `anonymousUser`.
   *
   * @see docs/authentication.md
   */
  UNAUTHENTICATED_USER: setting(anything, () => anonymousUser),

  /** The `auth` of a request that no scheme authenticates. Default null. */
  UNAUTHENTICATED_TOKEN: setting(anything, () => null),

  /**
   * Whether each request that may write (any but GET, HEAD, OPTIONS and TRACE) runs in one
   * transaction, which is rolled back when the handler throws. Views override it with `atomic`.
   * Default false.
   *
   * @see docs/transactions.md
   */
  ATOMIC_REQUESTS: setting(trueOrFalse, () => false),

  /**
   * Where the transactions come from, such as `kyselyTransactions(db)`; the service sets it to its
   * database. With null, there can be none. Default null.
   *
   * @see docs/transactions.md#without-the-service
   */
  TRANSACTIONS: setting(
    orNull(objectWith<Transactions>('a source of transactions', ['run'])),
    () => null,
  ),
}
