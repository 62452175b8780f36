import { fieldOf } from '../accounts/user.ts'
import { ApiException } from '../errors/api-exception.ts'
import { unavailableBehind } from '../errors/exception-handler.ts'
import { Throttled } from '../errors/exceptions.ts'
import type { Connection } from '../http/client.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import type { ApiRequest } from '../http/request.ts'
import { unwatched } from '../telemetry/request-watch.ts'
import { denyUnpermitted } from '../views/steps/deny-unpermitted.ts'
import { identify } from '../views/steps/identify.ts'
import type { View } from '../views/view.ts'
import { requestOf } from '../views/view-request.ts'
import { viewToCheckAgain } from './admission-view.ts'

/**
 * Whether a request that was let in would be let in again, as the same user.
 *
 * @throws Error when that cannot be known: a store is away, another library counts the
 *   checks and there were too many, or a policy has a defect.
 */
export async function isStillAllowed(
  admissionView: View,
  incoming: IncomingRequest,
  connection: Connection,
  before: ApiRequest,
): Promise<boolean> {
  const view = viewToCheckAgain(admissionView)
  const request = requestOf(view, incoming, { params: {}, connection, isCheckedAgain: true })
  try {
    await identify(request, view)
    await denyUnpermitted(request, view, unwatched)
  } catch (error) {
    // Another library counts the checks of its keys: it then says nothing about the key.
    const isUnknown = error instanceof Throttled || unavailableBehind(error) !== null
    if (error instanceof ApiException && !isUnknown) return false
    throw error
  }
  return isSameSender(request, before)
}

/** Two users without a pk are the same to us. */
const isSameSender = (request: ApiRequest, before: ApiRequest): boolean =>
  request.scheme === before.scheme && fieldOf(request.user, 'pk') === fieldOf(before.user, 'pk')
