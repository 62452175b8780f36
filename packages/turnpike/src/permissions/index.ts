/** Permissions: which requests are allowed after authentication. @module */
export {
  allowAny,
  isAdminUser,
  isAuthenticated,
  isAuthenticatedOrReadOnly,
  type SignedIn,
  type SignedInStaff,
} from './built-in.ts'
export { checkObjectPermissions } from './check.ts'
export { allOf, anyOf, not } from './combine.ts'
export type { Audience, Permission } from './permission.ts'
