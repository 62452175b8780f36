import { anonymousUser } from '../accounts/user.ts'
import type { Scheme } from '../authentication/scheme.ts'
import { allowAny } from '../permissions/built-in.ts'
import type { Permission } from '../permissions/permission.ts'
import { anything } from '../rules/object.ts'
import { policies } from '../rules/policy.ts'
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
   * The user of a request that no scheme authenticates. Default `anonymousUser`.
   *
   * @see docs/authentication.md
   */
  UNAUTHENTICATED_USER: setting(anything, () => anonymousUser),

  /** The `auth` of a request that no scheme authenticates. Default null. */
  UNAUTHENTICATED_TOKEN: setting(anything, () => null),
}
