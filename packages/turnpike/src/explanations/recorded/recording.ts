import type { Identity, Scheme } from '../../authentication/scheme.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { Permission } from '../../permissions/permission.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { ThrottleDecision } from '../../throttling/throttle-store.ts'

/** The outcome of a step: its result, or its error. */
export type Outcome<Result> = { readonly result: Result } | { readonly error: unknown }

/** A scheme that was asked. */
export interface SchemeRecord {
  readonly scheme: Scheme
  /** Null if not attempted. */
  readonly outcome: Outcome<Identity | null>
}

/** A permission that was asked. */
export interface PermissionRecord {
  readonly permission: Permission
  /** Whether it was asked about the request, or about an item. */
  readonly about: 'request' | 'item'
  readonly outcome: Outcome<boolean>
  /** The answers of the parts of a combination, as far as they were asked. */
  readonly parts: readonly PermissionRecord[]
}

/** A throttle that was asked. */
export interface ThrottleRecord {
  readonly throttle: Throttle
  readonly outcome: Outcome<ThrottleDecision>
}

/** The decisions about one request. */
export interface Recording {
  /** Null if the view has not seen it. */
  request: ApiRequest | null
  readonly schemes: SchemeRecord[]
  readonly permissions: PermissionRecord[]
  readonly throttles: ThrottleRecord[]
  /** Further remarks about throttles. */
  readonly notes: Map<Throttle, string>
  /** The error that ended the request; undefined if nothing was thrown. */
  thrown: unknown
  /** The path of the view that signs in; null if unknown. */
  readonly signInPath: string | null
}

export const newRecording = (signInPath: string | null): Recording => ({
  request: null,
  schemes: [],
  permissions: [],
  throttles: [],
  notes: new Map(),
  thrown: undefined,
  signInPath,
})

/** Does the step, and records what it returns or throws. */
export async function recordOutcome<Result>(
  step: () => Result | Promise<Result>,
  record: (outcome: Outcome<Result>) => void,
): Promise<Result> {
  try {
    const result = await step()
    record({ result })
    return result
  } catch (error) {
    record({ error })
    throw error
  }
}
