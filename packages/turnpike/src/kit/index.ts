/**
 * For stores, schemes and packages of your own: what two or more packages of Turnpike use, too.
 *
 * @module
 */

// Options and rules: what a factory accepts, and the errors that say what to write instead

export { asWritten } from '../errors/configuration-error.ts'
export { type KnownOptions, knownOptions } from '../errors/known-options.ts'
export { listOf } from '../rules/list.ts'
export { longestTimer, numberOf } from '../rules/number.ts'
export { functionRule, objectWith } from '../rules/object.ts'
export { orNull, type Rule, requireValid, type TextForm, type TextRule } from '../rules/rule.ts'
export { secret, secretList } from '../rules/secret.ts'
export { oneOf, text, textWhere, tokenName, trueOrFalse } from '../rules/text.ts'
export { wholeNumber } from '../rules/whole-number.ts'
export { type Setting, setting, type ValuesOf } from '../settings/setting.ts'
export { isObject } from '../validation/values.ts'

// Packages that are installed when they are needed

export { withoutPassword } from '../errors/url-without-password.ts'
export { CommandFailed } from './command-failed.ts'
export { importedPackage, missingPackage, type OptionalPackage } from './optional-package.ts'
export { type OnProgress, type Progress, progressRule, type WithProgress } from './progress.ts'

// Caches and registries by identity

export { type ChangeToken, changesOfItems } from '../caching/change-token.ts'
export { Lru } from '../caching/lru.ts'
export { type Mark, mark } from '../caching/mark.ts'
export { memoizeByContent, memoizeByIdentity } from '../caching/memoize.ts'
export { once } from '../caching/once.ts'
export { tokenCache } from '../caching/token-cache.ts'
export { cacheCounts } from '../telemetry/counts.ts'

// Keys, digests and encodings

export { readCredentials } from '../authentication/authorization-header.ts'
export { quoted } from '../authentication/quoted-string.ts'
export { areEqual, createSigner, deriveKey, type Hmac, hmacUnder } from '../http/signing.ts'
export { bytesOf, toBase64Url } from '../http/syntax/base64url.ts'
export { setCookie } from '../http/syntax/cookies.ts'
export { readingMethods } from '../http/syntax/safe-methods.ts'
export { sha256Base64Url } from '../http/syntax/sha256.ts'
export { splitOutsideQuotes } from '../http/syntax/split-outside-quotes.ts'

// Users

export { findOrCreate } from '../accounts/find-or-create.ts'
export {
  type Account,
  type Accounts,
  InvalidUser,
  isUsername,
  LastAdmin,
  maxEmailLength,
  maxUsernameLength,
  type NewUser,
  requireEmail,
  requireNewUser,
  type User,
  type UserChangeOptions,
  type UserChanges,
  type UserDirectory,
  type UserFilter,
  UserNotFound,
  UsernameTaken,
  type UserStore,
  type Verified,
} from '../accounts/index.ts'
export { fieldOf } from '../accounts/user.ts'

// Passwords

export {
  type KnownPassword,
  maxPasswordBytes,
  type PasswordHasher,
  type PasswordOwner,
  type PasswordRules,
  type PasswordSettings,
  type PasswordWork,
  type RefusalWork,
  type RefusalWorkOptions,
  refusalWork,
  requirePassword,
  validatePassword,
  verifyPassword,
} from '../accounts/index.ts'
export { knownPasswords } from '../accounts/passwords/known-passwords.ts'
export { workQueue } from '../accounts/passwords/work-queue.ts'

// Tokens

export {
  generateTokenKey,
  isTokenKey,
  SignInOutdated,
  type Token,
  type TokenOptions,
  type TokenStore,
  TokenUnreadable,
} from '../accounts/index.ts'
export {
  isExpired,
  isTokenUseWorthWriting,
  secondsBetweenUses,
  type TokenRules,
  type TokenTimes,
  tokenIdleSeconds,
  tokenKeyPrefix,
  tokenMaxAgeSeconds,
  tokenRules,
} from '../accounts/token-rules.ts'

// API keys

export {
  type ApiKey,
  type ApiKeyFilter,
  type ApiKeyOptions,
  type ApiKeyStore,
  InvalidApiKey,
  type IssuedApiKey,
  isAllowedFrom,
  isApiKeyText,
  type NewApiKey,
  requireNewApiKey,
} from '../accounts/index.ts'
export {
  type ApiKeyRules,
  apiKeyAgeSeconds,
  apiKeyRules,
  hasExpired,
  isKeyUseWorthWriting,
  shownPrefix,
} from '../accounts/keys/api-key-rules.ts'
export { isScopeName } from '../accounts/scopes.ts'

// Revocations, for open connections

export { type RevocationSubject, reportRevocation } from '../accounts/revocations/report.ts'
export {
  reportingKeys,
  reportingSessions,
  reportingTokens,
  reportingUsers,
} from '../accounts/revocations/reporting.ts'

// Sessions

export { currentStamp, isCurrent } from '../accounts/current-stamp.ts'
export type {
  Session,
  SessionDirectory,
  SessionFilter,
  SessionLifetime,
  SessionStart,
  SessionStore,
  SessionUsers,
  StoredSession,
} from '../accounts/index.ts'
export { isSessionDirectory } from '../accounts/session-directory.ts'
export {
  beyond,
  digestOf,
  hasEnded,
  isSessionId,
  isUseWorthWriting,
  newSession,
  type SessionRecord,
  shownTimes,
  type UserSession,
} from '../accounts/session-record.ts'

// Refresh tokens and signing keys

export type {
  NewRefreshFamily,
  RefreshFamily,
  RefreshToken,
  RefreshTokenStore,
} from '../accounts/pairs/refresh-token-store.ts'
export type { SigningKeyStore, StoredSigningKey } from '../accounts/pairs/signing-key-store.ts'

// Signing in, and tokens against cross-site request forgery

export { csrfTokenOf, newCsrfCookie } from '../authentication/csrf/csrf.ts'
export type { CsrfComparison, CsrfTokens } from '../authentication/csrf/csrf-tokens.ts'
export { csrfCookie, sessionIdOf } from '../authentication/session-cookies.ts'
export { usernameDigest } from '../authentication/sign-in-log.ts'
export { csrfAnswer, csrfOperation } from '../sessions/csrf-answer.ts'
export { credentialsSchema, signIn, signInOperation } from '../views/credentials.ts'

// Throttles, replays and idempotency keys

export type { ReplayStore } from '../http/replays/replay-store.ts'
export type { Claim, IdempotencyStore, KeptWork } from '../idempotency/index.ts'
export {
  neverFits,
  type PeriodRate,
  parseRate,
  periodAt,
  type Rate,
  type TakeOptions,
  type ThrottleDecision,
  type ThrottleStore,
} from '../throttling/index.ts'
export { isMemoryThrottleStore } from '../throttling/memory-store.ts'
export { addressKey } from '../throttling/sender-key.ts'

// Items, their orders and transactions

export {
  type ItemKey,
  type ItemSet,
  type ItemStore,
  type Keyset,
  type KeysetWindow,
  type Ordering,
  type OrderingTerm,
  orderingTerm,
  type PlacedItems,
  type Position,
  type TransactionalStore,
} from '../items/index.ts'
export type { Transactions } from '../items/item-store.ts'
export { keyFields } from '../items/key.ts'
export {
  type KeyFault,
  keyFaultOf,
  type PositionLikeness,
  positionLikeness,
} from '../items/keyset.ts'
export { isoText, later, withMicroseconds } from '../items/moment.ts'
export { completeOrdering, type FieldOf } from '../items/ordering.ts'

// Replicas of a database

export type { PositionStore, ReadReplicas, ReplicaRequest } from '../items/read-replicas.ts'

// Conditions, which filters make

export {
  type Condition,
  type ConditionValue,
  type FieldCondition,
  fieldsOf,
  partsOf,
} from '../items/conditions/condition.ts'
export { refuseFullText } from '../items/conditions/full-text.ts'
export { requireCondition } from '../items/conditions/require-condition.ts'
export { UnknownField } from '../items/conditions/unknown-field.ts'
export { UnreadableValue } from '../items/conditions/unreadable-value.ts'
export { UnreadablePosition } from '../items/unreadable-position.ts'
export { jsonText } from '../rendering/json.ts'

// Doors: requests in, answers out

export { type Answer, withFields } from '../http/answer.ts'
export { isLoopback } from '../http/client.ts'
export { type IncomingRequest, pathOf } from '../http/incoming-request.ts'
export { type Answering, answeringOf, webApp } from '../web/application.ts'
export { textWithin } from '../web/text-within.ts'
export { answerOf, toResponse } from '../web/web-response.ts'

// Telemetry: what follows requests and statements

export { policyName } from '../rules/policy-name.ts'
export type { DatabaseLoad } from '../telemetry/database-load.ts'
export { knownMethod } from '../telemetry/methods.ts'
export { bothWatches, type RequestWatch, type StepName } from '../telemetry/request-watch.ts'
export { logSecurityEvent, type SecurityEvent } from '../telemetry/security-events.ts'
export { whenComplete } from '../telemetry/sent-answer.ts'
export type { StatementWatch, WatchedStatement } from '../telemetry/statement-watch.ts'
export type { Telemetry } from '../telemetry/telemetry.ts'
export { type TraceIds, traceParentOf } from '../telemetry/trace-parent.ts'

// The inputs and outputs of the methods of a view

export type { Carries } from '../views/carried.ts'
