import type { ApiRequest } from '../http/request.ts'

/**
 * One check that a request must pass after authentication. All permissions of a view must agree.
 *
 * A `hasPermission` that is a type guard also narrows the request of the view's handlers:
 * `(request: ApiRequest): request is ApiRequest & { user: Librarian }`.
 */
export interface Permission<Shown = unknown> {
  /** Whether the request may go on. */
  hasPermission(request: ApiRequest): boolean | Promise<boolean>

  /** Whether the request may have this very item. Absent: every item. Detail views ask it. */
  hasObjectPermission?(request: ApiRequest, item: unknown): boolean | Promise<boolean>

  /** Detail of the refusal. Default that of `PermissionDenied`. */
  readonly message?: string
  /** Code of the refusal. Default that of `PermissionDenied`. */
  readonly code?: string

  /** Whom it lets pass with a method in upper case, for documentation. Absent: nobody knows. */
  readonly audience?: (method: string) => Audience

  /** Never set: carries the type that a passed check shows, for combinations of permissions. */
  readonly shown?: Shown
}

/**
 * Whom a permission lets pass, as far as can be told without a request: everybody, every known
 * user, only some of them, or nobody knows.
 */
export type Audience = 'everybody' | 'users' | 'some-users' | 'unknown'
