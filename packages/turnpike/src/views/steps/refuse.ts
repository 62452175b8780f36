import { challengeOf } from '../../authentication/authenticate.ts'
import { InsufficientCredentials } from '../../errors/challenge.ts'
import { AuthenticationFailed, SuspiciousRequest } from '../../errors/exceptions.ts'
import type { Answer } from '../../http/answer.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { ApiResponse } from '../../http/response.ts'
import type { RequestWatch } from '../../telemetry/request-watch.ts'
import { answer, type Findings } from '../answers/answer.ts'
import { constantRefusal } from '../answers/constant-refusals.ts'
import { RefusedData } from '../generic/valid-data.ts'
import type { View } from '../view.ts'
import { answerException } from './answer-exception.ts'

/**
 * The answer to a request that a step has ended with an exception. The scheme is asked for its
 * challenge here, but not for a suspicious request: its host may be one that nobody allowed.
 * views/answers/answer.ts asks it only for a 401 that a handler returns.
 *
 * @throws SuspiciousRequest, and errors for which the exception handler returns null.
 */
export async function refuse(
  error: unknown,
  request: ApiRequest,
  view: View,
  findings: Findings,
  watch: RequestWatch,
): Promise<Answer> {
  watch.failed(error)
  if (error instanceof SuspiciousRequest) throw error
  const render = (response: ApiResponse) =>
    watch.step('render', () => answer(response, request, view, findings))
  if (error instanceof RefusedData) return render(error.response)

  // A challenge is for programs: its texts are not translated.
  const failure = error instanceof AuthenticationFailed ? error : undefined
  const challenge =
    error instanceof InsufficientCredentials ? error.challenge : challengeOf(view, request, failure)
  return constantRefusal(error, challenge, { request, view, findings }, async () =>
    render(await answerException(error, request, view, challenge)),
  )
}
