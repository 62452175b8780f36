/** The steps of the dispatch that are watched, in their order. */
export type StepName =
  | 'negotiate'
  | 'authenticate'
  | 'permissions'
  | 'throttles'
  | 'transaction'
  | 'handler'
  | 'render'

/** Follows one request through its view. No method may throw, but for what a step throws. */
export interface RequestWatch {
  /** The id of the request's trace: 32 hexadecimal digits. Null without tracing. */
  readonly traceId: string | null

  /**
   * Called when the router has found a view.
   *
   * @param path that of `routes()`: `/notes/:id/`.
   */
  route(path: string): void

  /** Runs a step. Returns and throws what the step does. */
  step<Result>(name: StepName, run: () => Result): Result

  /**
   * Called when a permission denies the request.
   *
   * @param permission its name: `isAuthenticated`.
   */
  denied(permission: string): void

  /** Called with the exception that an answer is made of. */
  failed(error: unknown): void
}

/** Follows nothing. */
export const unwatched: RequestWatch = {
  traceId: null,
  route() {},
  step: (_name, run) => run(),
  denied() {},
  failed() {},
}

/** Follows with both. Undefined if there is no first one. */
export const bothWatches = (outer: RequestWatch | undefined, inner: RequestWatch): RequestWatch =>
  outer === undefined
    ? inner
    : {
        traceId: inner.traceId ?? outer.traceId,
        route(path) {
          outer.route(path)
          inner.route(path)
        },
        step: (name, run) => outer.step(name, () => inner.step(name, run)),
        denied(permission) {
          outer.denied(permission)
          inner.denied(permission)
        },
        failed(error) {
          outer.failed(error)
          inner.failed(error)
        },
      }
