import { authenticate, nameOf } from '../../authentication/authenticate.ts'
import type { Identity } from '../../authentication/scheme.ts'
import { mark } from '../../caching/mark.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { View } from '../view.ts'

/** Until a scheme succeeds the request is anonymous (see `requestOf`). */
export async function identify(request: ApiRequest, view: View): Promise<Identity['headers']> {
  try {
    const authenticated = await authenticate(request, view)
    if (authenticated === null) return undefined
    const { identity, scheme } = authenticated
    request.identify(identity, nameOf(scheme))
    return identity.headers
  } catch (error) {
    failed.set(request, true)
    throw error
  }
}

const failed = mark<ApiRequest>()

/** Whether a scheme has failed the request: it is not anonymous, and no permission is asked. */
export const hasFailedScheme = (request: ApiRequest): boolean => failed.get(request) === true
