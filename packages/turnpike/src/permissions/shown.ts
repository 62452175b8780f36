import type { ApiRequest } from '../http/request.ts'
import type { Permission } from './permission.ts'

/** What a passed permission proves about the request: the type of its guard, else nothing. */
export type ShownBy<P> = P extends {
  hasPermission: (request: ApiRequest) => request is infer Shown extends ApiRequest
}
  ? Pick<Shown, 'user' | 'auth'>
  : P extends Permission<infer Shown>
    ? Shown
    : unknown

/** What is proved when every permission has passed. */
export type ShownByAll<Permissions extends readonly unknown[]> = Permissions extends readonly [
  infer First,
  ...infer Rest,
]
  ? ShownBy<First> & ShownByAll<Rest>
  : unknown

/** What is proved when at least one of the permissions has passed. */
export type ShownByAny<Permissions extends readonly unknown[]> = {
  [Index in keyof Permissions]: ShownBy<Permissions[Index]>
}[number]
