import type { ApiRequest } from '../http/request.ts'
import type { Permission } from './permission.ts'

/**
 * The facts that a passed permission proves about the request: the type of its guard, else nothing.
 */
export type ShownBy<P> = P extends {
  hasPermission: (request: ApiRequest) => request is infer Shown extends ApiRequest
}
  ? Pick<Shown, 'user' | 'auth'>
  : P extends Permission<infer Shown>
    ? Shown
    : unknown

/** The facts that are proved when every permission has passed. */
export type ShownByAll<Permissions extends readonly unknown[]> = Permissions extends readonly [
  infer First,
  ...infer Rest,
]
  ? ShownBy<First> & ShownByAll<Rest>
  : unknown

/** The facts that are proved when at least one of the permissions has passed. */
export type ShownByAny<Permissions extends readonly unknown[]> = {
  [Index in keyof Permissions]: ShownBy<Permissions[Index]>
}[number]
