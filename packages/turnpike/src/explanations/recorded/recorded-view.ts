import type { Scheme } from '../../authentication/scheme.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { View } from '../../views/view.ts'
import { recordedPermission } from './recorded-permission.ts'
import { type Recording, recordOutcome } from './recording.ts'
import { withMembers } from './with-members.ts'

/** The view, recording what its policies say about one request. It decides the same. */
export function recordedView(view: View, recording: Recording): View {
  const { EXCEPTION_HANDLER } = view.settings
  return {
    ...view,
    authentication: view.authentication.map((scheme) => recordedScheme(scheme, recording)),
    permissions: view.permissions.map((permission) =>
      recordedPermission(permission, {
        isConcerned: (request) => request === recording.request,
        add(record) {
          const isKnown = recording.permissions.some(
            ({ permission, about }) => permission === record.permission && about === record.about,
          )
          // Pages ask again for the buttons and forms that they show.
          if (!isKnown) recording.permissions.push(record)
        },
      }),
    ),
    throttles: view.throttles.map((throttle) => recordedThrottle(throttle, recording)),
    settings: {
      ...view.settings,
      EXCEPTION_HANDLER(error, context) {
        recording.thrown = error
        return EXCEPTION_HANDLER(error, context)
      },
    },
  }
}

const recordedScheme = (scheme: Scheme, { schemes }: Recording): Scheme =>
  withMembers(scheme, {
    authenticate: (request, view) =>
      recordOutcome(
        () => scheme.authenticate(request, view),
        (outcome) => schemes.push({ scheme, outcome }),
      ),
  })

const recordedThrottle = (throttle: Throttle, { throttles }: Recording): Throttle =>
  withMembers(throttle, {
    // Throttles name their rate only where clients may see it; `checkThrottles` still hides it.
    allowRequest: (request, view) =>
      recordOutcome(
        () =>
          throttle.allowRequest(request, {
            ...view,
            settings: { ...view.settings, RATE_LIMIT_HEADERS: true },
          }),
        (outcome) => throttles.push({ throttle, outcome }),
      ),
  })
