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

/** Most answers cached per view, of each kind: a client may send any method. */
const maxAnswers = 25

interface Refusal {
  readonly answer: Answer
  readonly challenge: string | null
}

const refusalsOf = memoizeByIdentity((_view: View) => ({
  /** For authenticated clients. */
  identified: new Lru<string, Refusal>({ max: maxAnswers }),
  other: new Lru<string, Refusal>({ max: maxAnswers }),
}))

/**
 * The answer to a request that the view refuses for this reason, made once if it is the same for
 * all such requests: if only the framework's own exception handler and JSON renderer make it, and
 * neither the scheme nor a throttle adds header fields.
 *
 * @param reason what decides the exception: `sign in`, or the method without a handler.
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

  const refusals = refusalsOf(view)[request.isIdentified ? 'identified' : 'other']
  const key = view.languages === null ? reason : `${reason} ${request.language}`
  const known = refusals.get(key)
  if (known !== undefined && known.challenge === challenge) return known.answer

  const answer = await make(challenge)
  refusals.set(key, { answer, challenge })
  return answer
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
