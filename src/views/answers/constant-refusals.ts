import { challengeOf } from '../../authentication/authenticate.ts'
import { cacheableRenderers } from '../../caching/cacheable.ts'
import { Lru } from '../../caching/lru.ts'
import { memoizeByIdentity } from '../../caching/memoize.ts'
import { exceptionHandler } from '../../errors/exception-handler.ts'
import type { Answer } from '../../http/answer.ts'
import type { ApiRequest } from '../../http/request.ts'
import { negotiateError } from '../../rendering/negotiate.ts'
import type { View } from '../view.ts'
import type { Findings } from './answer.ts'

/** Most answers cached per view. A client may send any method, and a challenge may vary. */
const maxAnswers = 50

const answersOf = memoizeByIdentity((_view: View) => new Lru<string, Answer>({ max: maxAnswers }))

/**
 * The answer to a request that the view refuses for this reason, made once if it is the same for
 * all such requests: if only the framework's own exception handler and JSON renderer make it, and
 * neither the scheme nor a throttle adds header fields.
 *
 * @param reason what decides the exception: `405 PUT`.
 * @param make makes the answer, given the challenge of the view.
 */
export async function constantRefusal(
  reason: string,
  request: ApiRequest,
  view: View,
  findings: Findings,
  make: (challenge: string | null) => Promise<Answer>,
): Promise<Answer> {
  const challenge = challengeOf(view.authentication, request)
  if (!isConstant(request, view, findings)) return make(challenge)

  const answers = answersOf(view)
  const key = `${reason} ${request.isIdentified} ${challenge}`
  const known = answers.get(key)
  if (known !== undefined) return known

  const made = await make(challenge)
  answers.set(key, made)
  return made
}

function isConstant(
  request: ApiRequest,
  { settings, renderers }: View,
  { negotiated, headersOfIdentity, headersOfThrottles }: Findings,
): boolean {
  const { renderer, parameters } = negotiated
  return (
    settings.EXCEPTION_HANDLER === exceptionHandler &&
    renderer === renderers[0] &&
    cacheableRenderers.get(renderer) === true &&
    parameters.indent === undefined &&
    headersOfIdentity === undefined &&
    headersOfThrottles === undefined &&
    negotiateError(request, renderers) === null
  )
}
