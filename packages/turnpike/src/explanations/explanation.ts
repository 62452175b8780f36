/** Why a request was refused, or that it was allowed. No part of it is a secret. */
export interface Explanation {
  readonly requestId: string
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** The name of the view. */
  readonly view: string
  /**
   * The status of the answer; null if the request was allowed, since the handler was not called.
   */
  readonly status: number | null
  /** The part that refused the request; null if none did. */
  readonly refusedBy: RefusedBy | null
  /** One or two sentences. */
  readonly reason: string
  /** Advice that would have helped, a sentence each. */
  readonly advice: readonly string[]
  /** In the order in which they are asked. */
  readonly schemes: readonly SchemeStep[]
  readonly permissions: readonly PermissionStep[]
  readonly throttles: readonly ThrottleStep[]
}

/** The part that refused a request, its reason, and advice that would have helped. */
export type Reason = Pick<Explanation, 'refusedBy' | 'reason' | 'advice'>

export type RefusedBy =
  | 'suspicious request'
  | 'format'
  | 'authentication'
  | 'CSRF check'
  | 'permission'
  | 'throttle'
  | 'method'
  | 'handler'

export interface SchemeStep {
  readonly name: string
  readonly result: 'not attempted' | 'failed' | 'succeeded' | 'not asked'
  /** The credentials that it looked for, or its answer. Null if there is nothing to say. */
  readonly said: string | null
  /** The pk of the user, if it succeeded. */
  readonly user?: string
  /** The id of the credentials, if it succeeded and gives one. */
  readonly credential?: string
}

export interface PermissionStep {
  readonly name: string
  readonly about: 'request' | 'item'
  readonly result: 'allowed' | 'denied' | 'failed' | 'not asked'
  /** Its message if it denied, or what it threw. */
  readonly said: string | null
  /** Those that a combination has asked. */
  readonly parts: readonly PermissionStep[]
}

export interface ThrottleStep {
  readonly name: string
  readonly result: 'allowed' | 'denied' | 'failed' | 'not asked'
  /** The name of its count; null if unknown, or it does not limit this request. */
  readonly scope: string | null
  /** `5 requests in 60 seconds`, in its own words if it has some. Null if unknown. */
  readonly limits: string | null
  /** How many more requests are allowed now; null if unknown. */
  readonly remaining: number | null
  /** Seconds until a request is allowed; null if unknown, or allowed. */
  readonly wait: number | null
  /** Its error, or the known counts. Null if there is nothing to say. */
  readonly said: string | null
}
