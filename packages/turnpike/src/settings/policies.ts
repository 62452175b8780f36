import { anonymousUser } from '../accounts/user.ts'
import type { Scheme } from '../authentication/scheme.ts'
import type { IdempotencyStore } from '../idempotency/idempotency-store.ts'
import { memoryIdempotencyStore } from '../idempotency/memory-store.ts'
import type { Transactions } from '../items/item-store.ts'
import type { ReadReplicas } from '../items/read-replicas.ts'
import { allowAny } from '../permissions/built-in.ts'
import type { Permission } from '../permissions/permission.ts'
import { anything, objectWith } from '../rules/object.ts'
import { policies } from '../rules/policy.ts'
import { orNull } from '../rules/rule.ts'
import { oneOf, tokenName, trueOrFalse } from '../rules/text.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import { setting } from './setting.ts'

/** Default policies of views, and the user of anonymous requests. */
export const policySettings = {
  /**
   * Schemes of views without their own, in the order in which they are tried. Default none.
   *
   * @see docs/authentication.md
   */
  DEFAULT_AUTHENTICATION_CLASSES: setting(policies<Scheme>('authentication'), () => []),

  /**
   * Permissions of views without their own. Default `[allowAny]`.
   *
   * @see docs/permissions.md
   */
  DEFAULT_PERMISSION_CLASSES: setting(policies<Permission>('permissions'), () => [allowAny]),

  /**
   * Where credentials with scopes, such as API keys and access tokens, are accepted: with
   * `declared` only where a permission asks for a scope or everybody is allowed, with `any` at
   * every view. Default `any`.
   *
   * @see docs/permissions.md#scopes-of-credentials
   */
  SCOPED_CREDENTIALS: setting(oneOf(['any', 'declared']), (): 'any' | 'declared' => 'any'),

  /**
   * The response to valid credentials that do not allow enough. `standard`: 403 without a
   * challenge. `oauth`: 403 with `error="insufficient_scope"` for a missing scope (RFC 6750 §3.1),
   * and 401 with `error="insufficient_user_authentication"` where the user must sign in again (RFC
   * 9470), for credentials of schemes for access tokens. Default `standard`.
   *
   * @see docs/resource-metadata.md#challenges-for-more
   */
  CHALLENGE_PROFILE: setting(oneOf(['standard', 'oauth']), (): 'standard' | 'oauth' => 'standard'),

  /**
   * The user of a request that no scheme authenticates. Default `anonymousUser`.
   *
   * @see docs/authentication.md
   */
  UNAUTHENTICATED_USER: setting(anything, () => anonymousUser),

  /** The `auth` of a request that no scheme authenticates. Default null. */
  UNAUTHENTICATED_TOKEN: setting(anything, () => null),

  /**
   * Whether each request that may write (any but GET, HEAD, OPTIONS and TRACE) runs in one
   * transaction, which is rolled back when the handler throws. Views override it with `atomic`.
   * Default false.
   *
   * @see docs/transactions.md
   */
  ATOMIC_REQUESTS: setting(trueOrFalse, () => false),

  /**
   * Where the transactions come from, such as `kyselyTransactions(db)`; the service sets it to its
   * database. With null, there can be none. Default null.
   *
   * @see docs/transactions.md#without-the-service
   */
  TRANSACTIONS: setting(
    orNull(objectWith<Transactions>('a source of transactions', ['run'])),
    () => null,
  ),

  /**
   * Where safe requests may read besides the database: `replicas(db, …)`; the service sets it to
   * those of `DATABASE_REPLICA_URLS`. With null, everything is read from the database. Default
   * null.
   *
   * @see docs/replicas.md
   */
  READ_REPLICAS: setting(
    orNull(objectWith<ReadReplicas>('replicas', ['run', 'atPrimary', 'fromHere'])),
    () => null,
  ),

  /**
   * Whether POST and PATCH accept an `Idempotency-Key` in every view, except those with
   * `atomic: false`, such as the views that sign in or issue tokens. A view decides for itself
   * with `idempotent`. Default false.
   *
   * @see docs/idempotency.md
   */
  IDEMPOTENT_REQUESTS: setting(trueOrFalse, () => false),

  /**
   * The header field with the key. Default `Idempotency-Key`.
   *
   * @see docs/idempotency.md#settings
   */
  IDEMPOTENCY_HEADER: setting(tokenName('the name of a header field'), () => 'Idempotency-Key'),

  /**
   * Seconds for which a key and its answer are kept. Default 86,400 (a day).
   *
   * @see docs/idempotency.md#settings
   */
  IDEMPOTENCY_LIFETIME: setting(wholeNumber({ least: 1, of: 'seconds' }), () => 86_400),

  /**
   * Maximum length of the body of an answer that is kept, in bytes. The key of a longer one is
   * kept without the answer. Default 65,536.
   *
   * @see docs/idempotency.md#answers-that-are-not-kept
   */
  IDEMPOTENCY_MAX_ANSWER_SIZE: setting(wholeNumber({ least: 0, of: 'bytes' }), () => 65_536),

  /**
   * Where keys and answers are kept; the service sets it to `kyselyIdempotencyStore(db)`. Default
   * `memoryIdempotencyStore()`.
   *
   * @see docs/idempotency.md#stores
   */
  IDEMPOTENCY_STORE: setting(
    objectWith<IdempotencyStore>('an idempotency store', ['claim', 'keep', 'release']),
    memoryIdempotencyStore,
  ),
}
