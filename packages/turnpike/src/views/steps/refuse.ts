import type { ApiException } from '../../errors/api-exception.ts'
import { withoutStack } from '../../errors/without-stack.ts'
import type { Answer } from '../../http/answer.ts'
import type { ApiRequest } from '../../http/request.ts'
import { answer, type Findings } from '../answers/answer.ts'
import { constantRefusal } from '../answers/constant-refusals.ts'
import type { View } from '../view.ts'
import { answerException } from './answer-exception.ts'

/** Refuses with an exception that depends on the reason alone. */
export const refuse = (
  reason: string,
  exception: () => ApiException,
  request: ApiRequest,
  view: View,
  findings: Findings,
): Promise<Answer> =>
  constantRefusal(reason, request, view, findings, async (challenge) => {
    const response = await answerException(withoutStack(exception), request, view, challenge)
    return answer(response, request, view, findings)
  })
