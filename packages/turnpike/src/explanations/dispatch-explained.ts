import { SuspiciousRequest } from '../errors/exceptions.ts'
import { type Answer, withFields } from '../http/answer.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import { dispatchForm } from '../views/dispatch-form.ts'
import type { View } from '../views/view.ts'
import type { DispatchContext } from '../views/view-request.ts'
import { explain } from './explain.ts'
import type { Explanation } from './explanation.ts'
import { recordedView } from './recorded/recorded-view.ts'
import { newRecording, type Recording } from './recorded/recording.ts'
import { explanationOf, watch } from './watched.ts'
import { summaryOf } from './words.ts'

/**
 * Dispatches a request, and explains in the log and in the answer's header field why it was refused
 * (`EXPLAIN_REFUSALS`).
 *
 * @param signInPath the path of the view that signs in; null if unknown.
 * @throws what `dispatchForm` throws.
 */
export async function dispatchExplained(
  view: View,
  incoming: IncomingRequest,
  context: DispatchContext,
  signInPath: string | null,
): Promise<Answer> {
  const recording = newRecording(signInPath)
  const explainAt = (status: number) => explainSafely(view, recording, status)
  const watching: DispatchContext = {
    ...context,
    onRequest(request) {
      recording.request = request
      watch(request, explainAt)
      context.onRequest?.(request)
    },
  }
  try {
    const answer = await dispatchForm(recordedView(view, recording), incoming, watching)
    const explanation = recording.request && explanationOf(recording.request, answer.status)
    if (explanation === null) return answer
    log(view, explanation)
    return withFields(answer, ['x-turnpike-explain', fieldValue(summaryOf(explanation))])
  } catch (error) {
    if (error instanceof SuspiciousRequest) {
      recording.thrown = error
      log(view, explainAt(400))
    }
    throw error
  }
}

/** Null if it failed, which must not change the answer. */
function explainSafely(view: View, recording: Recording, status: number): Explanation | null {
  const { request } = recording
  try {
    return request && explain(view, request, recording, status)
  } catch (error) {
    view.settings.LOGGER.error({ err: error }, 'A refusal could not be explained.')
    return null
  }
}

function log({ settings }: View, explanation: Explanation | null): void {
  if (explanation === null) return
  const { requestId } = explanation
  settings.LOGGER.info({ requestId, explanation }, `refused: ${summaryOf(explanation)}`)
}

/** Printable ASCII on one line, as header fields need it. */
const fieldValue = (text: string): string =>
  text
    .replaceAll('…', '...')
    .replaceAll(/[^ -~]+/g, '?')
    .slice(0, 1000)
