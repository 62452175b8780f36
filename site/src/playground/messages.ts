/** A request for the app of some code. */
export interface Question {
  readonly code: string
  readonly method: string
  readonly path: string
  /** A header field a line. */
  readonly headers: string
  readonly body: string
}

/** Its answer, why there is none, or that the worker has begun. */
export type Answer =
  | { readonly status: number; readonly headers: string; readonly body: string }
  | { readonly error: string }
  | { readonly isReady: true }
