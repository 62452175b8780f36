import { fieldOf } from '../accounts/user.ts'
import type { ApiRequest } from '../http/request.ts'
import { readingMethods } from '../http/syntax/safe-methods.ts'
import type { Permission } from './permission.ts'

/** A request of an authenticated user. */
export type SignedIn = { user: { readonly isAuthenticated: true } }

/** A request of a user who may administer the service. */
export type SignedInStaff = { user: { readonly isAuthenticated: true; readonly isStaff: boolean } }

const isSignedIn = (request: ApiRequest): request is ApiRequest & SignedIn =>
  fieldOf(request.user, 'isAuthenticated') === true

const isSignedInStaff = (request: ApiRequest): request is ApiRequest & SignedInStaff =>
  isSignedIn(request) && fieldOf(request.user, 'isStaff') === true

/** Allows everyone. */
export const allowAny: Permission = {
  name: 'allowAny',
  hasPermission: () => true,
  audience: () => 'everybody',
}

/** Allows authenticated users. In the view's handlers `user` is never the anonymous user. */
export const isAuthenticated: Permission<SignedIn> = {
  name: 'isAuthenticated',
  hasPermission: isSignedIn,
  audience: () => 'users',
}

/** Allows authenticated users with `isStaff`. */
export const isAdminUser: Permission<SignedInStaff> = {
  name: 'isAdminUser',
  hasPermission: isSignedInStaff,
  audience: () => 'some-users',
}

/** Allows authenticated users, and everyone to read: GET, HEAD and OPTIONS. */
export const isAuthenticatedOrReadOnly: Permission = {
  name: 'isAuthenticatedOrReadOnly',
  hasPermission: (request) => readingMethods.has(request.method) || isSignedIn(request),
  audience: (method) => (readingMethods.has(method) ? 'everybody' : 'users'),
}
