import { cacheableRenderers } from '../../caching/cacheable.ts'
import { Lru } from '../../caching/lru.ts'
import { mark } from '../../caching/mark.ts'
import { memoizeByIdentity } from '../../caching/memoize.ts'
import type { ApiException } from '../../errors/api-exception.ts'
import { exceptionHandler } from '../../errors/exception-handler.ts'
import { withoutStack } from '../../errors/without-stack.ts'
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

const reasons = mark<object, string>()

/**
 * An exception that depends on the reason alone, so that its answer may be cached.
 *
 * @param reason `sign in`, or the method without a handler.
 */
export function constantException(reason: string, make: () => ApiException): ApiException {
  const exception = withoutStack(make)
  reasons.set(exception, reason)
  return exception
}

/**
 * The answer to an exception of `constantException`, from a cache. It is the same for all such
 * requests if only the framework's own exception handler and JSON renderer make it, and neither
 * the scheme nor a throttle adds header fields. Without the cache a 401 costs 1.6 times the
 * processor time and a 405 1.3 times (bench/ABLATIONS.md).
 *
 * @param challenge that of the view for this request.
 * @param make makes the answer to this and to any other exception.
 */
export async function constantRefusal(
  exception: unknown,
  challenge: string | null,
  { request, view, findings }: { request: ApiRequest; view: View; findings: Findings },
  make: () => Promise<Answer>,
): Promise<Answer> {
  const reason = exception instanceof Error ? reasons.get(exception) : undefined
  if (reason === undefined || !isConstant(request, view, findings)) return make()

  const refusals = refusalsOf(view)[request.isIdentified ? 'identified' : 'other']
  const key = view.languages === null ? reason : `${reason} ${request.language}`
  const known = refusals.get(key)
  if (known !== undefined && known.challenge === challenge) return known.answer

  const answer = await make()
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
