import type { ApiRequest } from '../../http/request.ts'
import type { RequestWatch } from '../../telemetry/request-watch.ts'
import type { Findings } from '../answers/answer.ts'
import type { Handler, View } from '../view.ts'

/** A request that has passed the checks, with the handler that answers it. */
export interface Passed {
  readonly handler: Handler
  readonly request: ApiRequest
  readonly view: View
  readonly findings: Findings
  readonly watch: RequestWatch
}
