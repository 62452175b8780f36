import { fieldOf } from '../accounts/user.ts'
import { challengeOf } from '../authentication/authenticate.ts'
import type { Scheme } from '../authentication/scheme.ts'
import { AuthenticationFailed, SuspiciousRequest } from '../errors/exceptions.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import type { ApiRequest } from '../http/request.ts'
import { credentialBudget } from '../throttling/credential-budget.ts'
import { isMemoryThrottleStore } from '../throttling/memory-store.ts'
import type { Throttle } from '../throttling/throttle.ts'
import type { ThrottleStore } from '../throttling/throttle-store.ts'
import { dispatchForm } from '../views/dispatch-form.ts'
import type { View } from '../views/view.ts'
import type { DispatchContext } from '../views/view-request.ts'
import { explain } from './explain.ts'
import type { Explanation } from './explanation.ts'
import { recordedView } from './recorded/recorded-view.ts'
import { newRecording, type Recording } from './recorded/recording.ts'
import { withMembers } from './recorded/with-members.ts'

export interface RehearsalOptions {
  /** The path of the view that signs in; null if unknown. */
  signInPath: string | null
  /** Taken for the sender without asking any scheme. With null, the schemes are asked. */
  user: unknown
}

/**
 * Lets a request pass all checks of a view but the handler, and explains what they said. Wrong
 * credentials are not counted, nor is the request by throttles in the store of the settings.
 *
 * @throws what a defect in a policy throws.
 */
export async function rehearse(
  view: View,
  incoming: IncomingRequest,
  context: DispatchContext,
  { signInPath, user }: RehearsalOptions,
): Promise<Explanation> {
  const recording = newRecording(signInPath)
  let isAllowed = false
  const allow = () => {
    isAllowed = true
    return new Response(null, { status: 204 })
  }
  const stage = rehearsedView(view, allow, recording)
  const cast = user === null ? stage : { ...stage, authentication: [assumed(user, view)] }
  // Set by `onRequest`, before anything else.
  let seen: ApiRequest | undefined
  const onRequest = (request: ApiRequest) => {
    seen = recording.request = request
  }
  // Its own handlers know their parents.
  const explainedView = { ...cast, handlers: view.handlers }
  const explained = (status: number | null) =>
    explain(explainedView, seen as ApiRequest, recording, status)
  try {
    const watched = recordedView(cast, recording)
    const { status } = await dispatchForm(watched, incoming, { ...context, onRequest })
    return explained(isAllowed ? null : status)
  } catch (error) {
    if (!(error instanceof SuspiciousRequest)) throw error
    recording.thrown = error
    return explained(400)
  }
}

/** Like every scheme, it refuses a user who is inactive; with the challenge of the view. */
const assumed = (user: unknown, view: View): Scheme => ({
  name: 'assumed',
  authenticate() {
    if (fieldOf(user, 'isActive') !== false) return { user, auth: null }
    throw new AuthenticationFailed('User inactive or deleted.')
  },
  challenge: (request, failure) => challengeOf(view, request, failure) ?? '',
})

/** The view with another handler, and with counts that stay as they are. */
function rehearsedView(view: View, allow: () => Response, recording: Recording): View {
  const { settings } = view
  const store = peekingStore(settings.THROTTLE_STORE)
  const note = isMemoryThrottleStore(settings.THROTTLE_STORE)
    ? 'the counts of a running service are in its memory, and unknown here'
    : null
  return {
    ...view,
    handlers: new Map([...view.handlers.keys()].map((method) => [method, allow])),
    transactions: null,
    isConditional: false,
    throttles: view.throttles.map((throttle) => notedThrottle(throttle, store, note, recording)),
    credentialBudget: credentialBudget(settings.FAILED_CREDENTIALS_RATES, store),
    settings: { ...settings, THROTTLE_STORE: store },
  }
}

interface PeekingStore extends ThrottleStore {
  /** How often it was asked. */
  readonly asked: { times: number }
}

/** Says whether there is room, and takes none. */
function peekingStore(store: ThrottleStore): PeekingStore {
  const asked = { times: 0 }
  return {
    asked,
    take(key, rate, { cost = 1 } = {}) {
      asked.times++
      return store.peek(key, rate, cost)
    },
    peek(key, rate, cost) {
      asked.times++
      return store.peek(key, rate, cost)
    },
    giveBack() {},
  }
}

/** The throttle, with a note on its counts. */
function notedThrottle(
  throttle: Throttle,
  { asked }: PeekingStore,
  note: string | null,
  { notes }: Recording,
): Throttle {
  const noted: Throttle = withMembers(throttle, {
    async allowRequest(request, view) {
      const before = asked.times
      const decision = await throttle.allowRequest(request, view)
      const mayHaveCounted = decision.policy !== undefined || throttle.describe === undefined
      if (asked.times > before) {
        if (note !== null) notes.set(noted, note)
      } else if (mayHaveCounted) notes.set(noted, 'it counts elsewhere, and may count this request')
      return decision
    },
  })
  return noted
}
