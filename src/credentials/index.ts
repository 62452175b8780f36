/** Credentials with limits: scopes, and ids that may be used once. @module */

// Scopes

export type { Scoped } from '../accounts/scopes.ts'
export { isUnscoped, requireScope } from '../permissions/require-scope.ts'

// Replays

export { type MemoryReplayStoreOptions, memoryReplayStore } from '../http/replays/memory-store.ts'
export type { ReplayStore } from '../http/replays/replay-store.ts'
