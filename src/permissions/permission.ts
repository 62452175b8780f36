import type { ApiRequest } from '../http/request.ts'

/**
 * A check that a request must pass after authentication. All permissions of a view must allow it.
 *
 * A `hasPermission` that is a type guard also narrows the request of the view's handlers:
 * `(request: ApiRequest): request is ApiRequest & { user: Librarian }`.
 */
export interface Permission<Shown = unknown> {
  /** Whether the request is allowed. */
  hasPermission(request: ApiRequest): boolean | Promise<boolean>

  /** Whether the request may access this item; called by detail views. Absent: every item. */
  hasObjectPermission?(request: ApiRequest, item: unknown): boolean | Promise<boolean>

  /** Detail of the denial. Default that of `PermissionDenied`. */
  readonly message?: string
  /** Code of the denial. Default that of `PermissionDenied`. */
  readonly code?: string

  /** Who is allowed to use a method (in upper case), for documentation. Absent: unknown. */
  readonly audience?: (method: string) => Audience

  /** Never set: carries the type that a passed check proves, for combinations of permissions. */
  readonly shown?: Shown
}

/**
 * Who a permission allows, as far as that is known without a request: everyone, all authenticated
 * users, some of them, or unknown.
 */
export type Audience = 'everybody' | 'users' | 'some-users' | 'unknown'
