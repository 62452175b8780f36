import { authenticate, nameOf } from '../../authentication/authenticate.ts'
import type { Identity } from '../../authentication/scheme.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { View } from '../view.ts'

/** Until a scheme succeeds the request is anonymous (see `requestOf`). */
export async function identify(request: ApiRequest, view: View): Promise<Identity['headers']> {
  const authenticated = await authenticate(request, view)
  if (authenticated === null) return undefined
  const { identity, scheme } = authenticated
  request.identify(identity, nameOf(scheme))
  return identity.headers
}
