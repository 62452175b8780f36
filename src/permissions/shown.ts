import type { ApiRequest } from '../http/request.ts'
import type { Permission } from './permission.ts'

/** What a passed permission shows about the request: what its type guard says, else nothing. */
export type ShownBy<P> = P extends {
  hasPermission: (request: ApiRequest) => request is infer Shown extends ApiRequest
}
  ? Pick<Shown, 'user'>
  : P extends Permission<infer Shown>
    ? Shown
    : unknown

/** What the request shows when every permission has passed. */
export type ShownByAll<Permissions extends readonly unknown[]> = Permissions extends readonly [
  infer First,
  ...infer Rest,
]
  ? ShownBy<First> & ShownByAll<Rest>
  : unknown

/** What the request shows when at least one of the permissions has passed. */
export type ShownByAny<Permissions extends readonly unknown[]> = {
  [Index in keyof Permissions]: ShownBy<Permissions[Index]>
}[number]
