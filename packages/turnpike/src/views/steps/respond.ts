import type { Answer } from '../../http/answer.ts'
import { answer } from '../answers/answer.ts'
import { requireAnswerable } from '../answers/require-answerable.ts'
import { logUnawaited } from '../body-reader.ts'
import { conditionalAnswer } from '../conditional/answer.ts'
import type { Handler } from '../view.ts'
import { callHandler } from './call-handler.ts'
import type { Passed } from './passed.ts'

/** Calls the handler and renders its result. */
export async function respond(passed: Passed): Promise<Answer> {
  return rendered(await callHandler(passed), passed)
}

/** The answer with the result of the handler. */
export async function rendered(
  result: Awaited<ReturnType<Handler>>,
  { handler, request, view, findings, watch }: Passed,
): Promise<Answer> {
  const response = requireAnswerable(result)
  logUnawaited(handler, request, view)
  const whole = await watch.step('render', () => answer(response, request, view, findings))
  return view.isConditional ? conditionalAnswer(whole, response, request, findings) : whole
}
