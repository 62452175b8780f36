import type { ApiRequest } from '../http/request.ts'
import type { Condition } from '../items/conditions/condition.ts'
import type { TranslatableMessage } from '../languages/message.ts'

// The members name only types of the root: declarations of `{ ...allOf(a, b) }` list them.

/**
 * A check that a request must pass after authentication. All permissions of a view must allow it.
 *
 * A `hasPermission` that is a type guard also narrows the request of the view's handlers:
 * `(request: ApiRequest): request is ApiRequest & { user: Librarian }`.
 */
export interface Permission<Shown = unknown> {
  /** Whether the request is allowed. */
  hasPermission(request: ApiRequest): boolean | Promise<boolean>

  /**
   * Which items the request may see: lists contain no others, and detail views answer 404 for them.
   * Called if `hasPermission` allows the request. Null or absent: every item, and null says so on
   * purpose when there is a `hasObjectPermission`.
   */
  readonly scope?: Scope | null

  /**
   * Whether the request may access this item; called by detail views for items in the scope. Absent
   * means every item.
   *
   * @param meets decides a condition for the item: by its store, in memory if the view has none.
   */
  hasObjectPermission?(
    request: ApiRequest,
    item: unknown,
    meets?: (condition: Condition) => boolean | Promise<boolean>,
  ): boolean | Promise<boolean>

  /** Its name in explanations: `isOwner`. Default that of its class or function, or `unnamed`. */
  readonly name?: string
  /** Detail of the denial. Default that of `PermissionDenied`. */
  readonly message?: string | TranslatableMessage
  /** Code of the denial. Default that of `PermissionDenied`. */
  readonly code?: string

  /** Who is allowed to use a method (in upper case), for documentation. Absent if unknown. */
  readonly audience?: (method: string) => 'everybody' | 'users' | 'some-users' | 'unknown'

  /**
   * Whether it decides by the scopes of credentials, so that `SCOPED_CREDENTIALS: 'declared'`
   * leaves them to it. Default whether it has `requiredScopes`, and for a combination whether one
   * of its permissions does.
   */
  readonly asksForScope?: boolean

  /**
   * The scopes that a method (in upper case) needs, for challenges and documentation. `scopes` of
   * the credentials are still checked by `hasPermission`. Default none; for a combination those of
   * its permissions.
   */
  readonly requiredScopes?: (method: string) => readonly string[]

  /**
   * How the user must sign in for the request to be allowed, as the parameters `acr_values` and
   * `max_age` of a challenge (RFC 9470 §3). Null if another sign-in would not help. Default null;
   * for a combination that of its permissions.
   */
  readonly stepUp?: (request: ApiRequest) => Readonly<Record<string, string>> | null

  /** Never set: carries the type that a passed check proves, for combinations of permissions. */
  readonly shown?: Shown
}

/**
 * The condition of the items that a request may see. Null means every item; `{ any: [] }`: none.
 */
export type Scope = ScopeMethod['scope']

/** A method, so that a scope may name the user that it expects: `({ user }: ApiRequest<User>)`. */
interface ScopeMethod {
  scope(request: ApiRequest): Condition | null | Promise<Condition | null>
}

/** Whether an item meets the condition. */
export type Meets = NonNullable<Parameters<NonNullable<Permission['hasObjectPermission']>>[2]>

/**
 * Who a permission allows, as far as that is known without a request: everyone, all authenticated
 * users, some of them, or unknown.
 */
export type Audience = ReturnType<NonNullable<Permission['audience']>>
