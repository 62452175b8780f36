import {
  type ApiRequest,
  ApiResponse,
  allowAny,
  formParser,
  jsonParser,
  jsonRenderer,
  multipartParser,
  type Throttle,
  type User,
  type View,
  type ViewOptions,
} from 'turnpike'
import * as z from 'zod'
import type { TokenPair, TokenPairs } from '../pairs/token-pair.ts'
import type { PairNames } from './names.ts'
import type { RefreshCookie } from './refresh-cookie.ts'

/** The context that the views of token pairs share. */
export interface ViewContext<U extends User> {
  readonly pairs: TokenPairs<U>
  readonly names: PairNames
  /** Null if the refresh token is in the body. */
  readonly cookie: RefreshCookie | null
  /** Further fields of the answers. */
  readonly extraFields: (pair: TokenPair<U>, request: ApiRequest) => Record<string, unknown>
  readonly throttles: readonly Throttle[]
  readonly throttleScope: string | null
}

/** The policies of the views. */
export const common = <U extends User>({
  names,
  throttles,
  throttleScope,
}: ViewContext<U>): ViewOptions => ({
  authentication: names.schemes,
  permissions: [allowAny],
  throttles,
  throttleScope,
  renderers: [jsonRenderer()],
  parsers: [jsonParser(), formParser(), multipartParser()],
  // The end of a stolen family must stand although the request fails.
  atomic: false,
})

/** The answer with a pair. */
export function answerOf<U extends User>(
  pair: TokenPair<U>,
  { names, cookie, extraFields }: ViewContext<U>,
  request: ApiRequest,
  view: View,
): ApiResponse {
  const body = { ...names.bodyOf(pair, cookie === null), ...extraFields(pair, request) }
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  const cookies = cookie?.write(pair.refreshToken, pair.refreshExpiresIn, request, view) ?? []
  for (const value of cookies) headers.append('Set-Cookie', value)
  return new ApiResponse(body, 200, headers)
}

/** Its schema. */
export const answerSchema = <U extends User>({ names, cookie }: ViewContext<U>) =>
  z.looseObject((cookie === null ? names.pairSchema : names.accessSchema).shape)

/** Separated by blanks (RFC 6749 §3.3). */
export const scopeField = () => z.string().max(2000).optional()

/** Null if none are asked for. */
export const scopesOf = (scope: unknown): readonly string[] | null =>
  typeof scope === 'string' ? scope.split(' ').filter((name) => name !== '') : null
