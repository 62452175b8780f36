import type { ApiRequest } from '../http/request.ts'
import type { Policies } from '../views/view.ts'
import type { PolicyTypes } from '../views/view-types.ts'
import type { Environment } from '../web/application.ts'

/** The policies of what is no view. Each one defaults to that of the settings. */
export type AdmissionPolicies<P extends PolicyTypes = PolicyTypes> = Pick<
  Policies<P>,
  'name' | 'authentication' | 'permissions' | 'throttles' | 'throttleScope' | 'renderers'
>

/**
 * A request, with what its server knows of it: the `Upgrade` of `turnpike/node`, or
 * `{ request: context.req.raw, ...context.env }` in a handler of Hono.
 */
export interface Arrival extends Environment {
  readonly request: Request
}

/** Whether a request is let in, and what to do next. */
export type Admission<Admitted extends ApiRequest = ApiRequest> = Admittance<Admitted> | Refusal

/** The request is let in. */
export interface Admittance<Admitted extends ApiRequest = ApiRequest> {
  readonly allowed: true
  /** The request as a handler of a view gets it. */
  readonly request: Admitted
  readonly user: Admitted['user']
  readonly auth: Admitted['auth']
  /**
   * Header fields for the answer that the caller makes: cookies of the scheme, `RateLimit`, `Vary`,
   * `Cache-Control`.
   */
  readonly headers: Headers
  /**
   * Whether the same user would be let in now with the same credentials: they are looked up again,
   * and the permissions are checked. It does not count against throttles or the budget of wrong
   * credentials.
   *
   * @throws Error when that cannot be known, such as `ServiceUnavailable` while a database is away.
   */
  isStillAllowed(): Promise<boolean>
}

/** The request is refused. */
export interface Refusal {
  readonly allowed: false
  /** The answer of a view with these policies: its status, header fields and body. */
  readonly response: Response
}
