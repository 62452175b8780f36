/** Credentials: API keys, scopes, roles, ids that are used once, and who is calling. @module */

// Scopes

export type { Scoped } from '../accounts/scopes.ts'
export { isUnscoped, requireScope } from '../permissions/require-scope.ts'

// Roles

export { requireRole, type WithRoles } from '../permissions/require-role.ts'

// API keys

export {
  type ApiKeyAuthenticationOptions,
  apiKeyAuthentication,
} from '../authentication/api-key.ts'
export { type KeyViewsOptions, keyViews } from '../keys/key-views.ts'

// Replays

export { type MemoryReplayStoreOptions, memoryReplayStore } from '../http/replays/memory-store.ts'
export type { ReplayStore } from '../http/replays/replay-store.ts'

// Callers

export { type Caller, type CallerContext, callerOf } from '../routing/caller.ts'
