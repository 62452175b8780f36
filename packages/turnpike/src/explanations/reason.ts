import { nameOf } from '../authentication/authenticate.ts'
import { ApiException } from '../errors/api-exception.ts'
import {
  MethodNotAllowed,
  NotAcceptable,
  NotFound,
  SuspiciousRequest,
  Throttled,
} from '../errors/exceptions.ts'
import type { ApiRequest } from '../http/request.ts'
import type { View } from '../views/view.ts'
import { denialOf } from './denial.ts'
import type { Explanation, Reason } from './explanation.ts'
import { rulesAboutParents } from './parents.ts'
import type { Recording } from './recorded/recording.ts'
import { saidBy } from './said-by.ts'

type Steps = Pick<Explanation, 'schemes' | 'permissions' | 'throttles'>

/** The refusing part, its reason, and advice that would have helped. */
export function reasonOf(
  status: number,
  view: View,
  request: ApiRequest,
  recording: Recording,
  steps: Steps,
): Reason {
  const found = refusalOf(status, view, request, recording, steps)
  const note = noteOfChallenge(status, view, recording.thrown)
  return note === null ? found : { ...found, reason: `${found.reason} ${note}` }
}

function refusalOf(
  status: number,
  view: View,
  request: ApiRequest,
  recording: Recording,
  { schemes, permissions, throttles }: Steps,
): Reason {
  const { thrown } = recording
  if (thrown instanceof SuspiciousRequest) return suspicious(thrown)
  if (thrown instanceof NotAcceptable && schemes.every(isNotAsked)) return unacceptable(view)

  const scheme = schemes.find(({ result }) => result === 'failed')
  if (scheme !== undefined) return failedScheme(scheme, thrown)

  const denial = permissions.find(({ result }) => result === 'denied' || result === 'failed')
  if (denial !== undefined) return denialOf(denial, view, request, recording)
  if (thrown instanceof ApiException && thrown.codes === 'csrf_failed') {
    return { refusedBy: 'CSRF check', reason: saidBy(thrown), advice: [] }
  }

  const throttle = throttles.find(({ result }) => result === 'denied')
  if (throttle !== undefined) return throttled(throttle, throttles)
  if (thrown instanceof MethodNotAllowed && !view.handlers.has(request.method)) {
    return {
      refusedBy: 'method',
      reason: `The view has no handler for ${request.method}.`,
      advice: [`Use one of: ${view.allow}.`],
    }
  }
  if (thrown instanceof NotFound && permissions.every(isNotAsked) && schemes.every(isNotAsked)) {
    return { refusedBy: 'format', reason: 'No renderer has the format of the query.', advice: [] }
  }
  const said = thrown === undefined ? `it answered ${status}` : saidBy(thrown)
  return {
    refusedBy: 'handler',
    reason: `Every check before the handler allowed the request, and the handler refused it: ${said}`,
    advice: rulesAboutParents(view),
  }
}

const isNotAsked = ({ result }: { result: string }): boolean => result === 'not asked'

const suspicious = ({ message }: SuspiciousRequest): Reason => ({
  refusedBy: 'suspicious request',
  reason: message,
  advice: message.includes('ALLOWED_HOSTS')
    ? ['Use a host of ALLOWED_HOSTS, or add this one. Behind a proxy, set TRUSTED_PROXIES.']
    : [],
})

const unacceptable = ({ renderers }: View): Reason => ({
  refusedBy: 'format',
  reason: 'No renderer of the view makes what the Accept header allows.',
  advice: [
    `Accept one of: ${renderers
      .filter(({ isForErrors = false }) => !isForErrors)
      .map(({ mediaType }) => mediaType)
      .join(', ')}.`,
  ],
})

function failedScheme({ name, said }: Steps['schemes'][number], thrown: unknown): Reason {
  const refusedBy = 'authentication'
  if (thrown instanceof Throttled) {
    return {
      refusedBy,
      reason: `The scheme ${name} refused to check the credentials: ${said}`,
      advice: [
        'Too many wrong ones were sent (FAILED_CREDENTIALS_RATES). Wait before the next try.',
      ],
    }
  }
  if (thrown instanceof ApiException && thrown.codes === 'csrf_failed') {
    return { refusedBy: 'CSRF check', reason: `The scheme ${name}: ${said}`, advice: [] }
  }
  return {
    refusedBy,
    reason: `The scheme ${name} found credentials and refused them: ${said}`,
    advice: [
      `Send valid credentials for ${name}, or none of its kind: after a failure no other scheme is asked.`,
    ],
  }
}

function throttled(
  { name, scope, limits, wait }: Steps['throttles'][number],
  all: Steps['throttles'],
): Reason {
  const longest = Math.max(...all.map((throttle) => throttle.wait ?? 0))
  const counted = scope === null ? '' : ` (scope ${scope})`
  return {
    refusedBy: 'throttle',
    reason: `${name}${counted} refused the request${limits === null ? '' : `: ${limits}`}.`,
    advice: wait === null ? ['Try again later.'] : [`Wait ${Math.ceil(longest)} seconds.`],
  }
}

/** Why a 401 has become a 403. */
function noteOfChallenge(status: number, view: View, thrown: unknown): string | null {
  const [first] = view.authentication
  if (status !== 403 || !(thrown instanceof ApiException) || thrown.status !== 401) return null
  if (first === undefined) return null
  return `It is a 403 instead of a 401, because the first scheme, ${nameOf(first)}, has no challenge.`
}
