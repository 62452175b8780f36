import type { Scheme } from '../authentication/scheme.ts'
import type { ApiRequest } from '../http/request.ts'
import type { Permission } from '../permissions/permission.ts'
import type { ShownByAll } from '../permissions/shown.ts'
import type {
  Settings,
  TransactionUnder,
  UnauthenticatedToken,
  UnauthenticatedUser,
} from '../settings/settings.ts'

/** The types of a view's policies, from which the type of its requests follows. */
export interface PolicyTypes<
  Schemes extends readonly Scheme[] = readonly Scheme[],
  Permissions extends readonly Permission[] = readonly Permission[],
  S extends Settings = Settings,
> {
  schemes: Schemes
  permissions: Permissions
  unauthenticated: { user: UnauthenticatedUser<S>; auth: UnauthenticatedToken<S> }
  transaction: TransactionUnder<S>
}

/**
 * The request that the handlers of a view get. Its user is one of the schemes' or the
 * unauthenticated one, as far as the permissions allow.
 */
export type RequestOf<P extends PolicyTypes> = RequestShown<
  GivenBy<P['schemes'][number]> | P['unauthenticated'],
  ShownByAll<P['permissions']>,
  P['transaction']
>

/** The identity that a scheme returns. */
type GivenBy<S> = S extends { authenticate(...args: never): infer Result }
  ? Exclude<Awaited<Result>, null>
  : never

type RequestShown<Identity, Shown, Transaction> = ApiRequest<
  UserShown<Identity, Shown>,
  AuthShown<Identity, Shown>,
  Transaction
>

/** Distributes over the identities: users that contradict the permissions disappear. */
type UserShown<Identity, Shown> = Identity extends { user: infer U; auth: infer A }
  ? [Proven<A, Shown, 'auth'>] extends [never]
    ? never
    : Proven<U, Shown, 'user'>
  : never

/** Auth values of identities whose user contradicts the permissions disappear as well. */
type AuthShown<Identity, Shown> = Identity extends { user: unknown; auth: infer A }
  ? [UserShown<Identity, Shown>] extends [never]
    ? never
    : Proven<A, Shown, 'auth'>
  : never

/** A user, or auth, as far as the permissions allow. */
type Proven<Value, Shown, Key extends string> = Shown extends { [key in Key]: infer P }
  ? Value & P
  : Value

/** The schemes of the settings. */
export type DefaultSchemes<S extends Settings> = S extends {
  DEFAULT_AUTHENTICATION_CLASSES: infer Schemes extends readonly Scheme[]
}
  ? Named<Schemes, Scheme>
  : readonly []

/** The permissions of the settings. */
export type DefaultPermissions<S extends Settings> = S extends {
  DEFAULT_PERMISSION_CLASSES: infer Permissions extends readonly Permission[]
}
  ? Named<Permissions, Permission>
  : readonly []

/** Settings of the type `Settings` do not say which ones they have. */
type Named<List extends readonly unknown[], Any> = readonly Any[] extends List ? readonly [] : List
