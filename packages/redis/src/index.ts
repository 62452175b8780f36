/**
 * Throttles, sessions, replays and idempotency keys in Redis, for several processes and machines.
 *
 * @module
 */
export type { RedisClient } from './clients/client.ts'
export { type RedisIdempotencyStoreOptions, redisIdempotencyStore } from './idempotency-store.ts'
export { type OpenRedisOptions, openRedis } from './open-redis.ts'
export { redisPositionStore } from './position-store.ts'
export { type Redis, RedisUnavailable } from './redis.ts'
export { type RedisReplayStoreOptions, redisReplayStore } from './replay-store.ts'
export { type RedisSessionsOptions, redisSessions } from './sessions.ts'
export { type RedisThrottleStoreOptions, redisThrottleStore } from './throttles/throttle-store.ts'
