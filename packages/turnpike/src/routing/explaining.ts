import type { Answer } from '../http/answer.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import type { Logger } from '../http/logger.ts'
import { dispatchForm } from '../views/dispatch-form.ts'
import type { View } from '../views/view.ts'
import type { DispatchContext } from '../views/view-request.ts'

/** Answers the request to a view. */
export type Dispatch = (
  view: View,
  incoming: IncomingRequest,
  context: DispatchContext,
) => Promise<Answer>

/**
 * `dispatchForm`, which explains refusals if a view's settings say so (`EXPLAIN_REFUSALS`): answers
 * with a status of `isRefusal` in explanations/watched.ts, and suspicious requests in the log.
 *
 * @param views those of the app. The one that signs in is part of the explanations.
 */
export function dispatchOf(views: ReadonlyMap<string, View>, logger: Logger): Dispatch {
  const isExplained = ({ settings }: View) => settings.EXPLAIN_REFUSALS
  if (![...views.values()].some(isExplained)) return dispatchForm

  logger.warn({}, warning)
  const [signInPath = null] = [...views].find(([, { page }]) => page === 'login') ?? []
  return explaining(signInPath)
}

/** Explains refusals of the views whose settings say so. */
export const explaining =
  (signInPath: string | null): Dispatch =>
  async (view, incoming, context) => {
    if (!view.settings.EXPLAIN_REFUSALS) return dispatchForm(view, incoming, context)
    // Loaded in development only.
    const { dispatchExplained } = await import('../explanations/dispatch-explained.ts')
    return dispatchExplained(view, incoming, context, signInPath)
  }

const warning =
  'EXPLAIN_REFUSALS is true: clients learn why they are refused. It is meant for development.'
