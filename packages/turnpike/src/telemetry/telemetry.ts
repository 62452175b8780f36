import type { Environment, WebApp } from '../web/application.ts'
import type { StatementWatch } from './statement-watch.ts'
import type { TraceIds } from './trace-parent.ts'

/** Follows requests and statements from outside the code that handles them. */
export interface Telemetry extends Partial<StatementWatch> {
  /**
   * The app, each request of which is followed. Put it outermost: what is in front of it is not
   * seen.
   */
  around<E extends Environment>(app: WebApp<E>): WebApp<E>

  /** The trace of the current work, for each line of the log. Null outside a trace. */
  currentTrace?(): TraceIds | null
}
