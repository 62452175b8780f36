/** Idempotency: where the keys of requests are kept, with their answers. @module */
export type { Claim, IdempotencyStore, KeptWork } from './idempotency-store.ts'
export { type MemoryIdempotencyStoreOptions, memoryIdempotencyStore } from './memory-store.ts'
