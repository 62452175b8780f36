/** Credentials with limits: scopes. @module */

// Scopes

export type { Scoped } from '../accounts/scopes.ts'
export { isUnscoped, requireScope } from '../permissions/require-scope.ts'
