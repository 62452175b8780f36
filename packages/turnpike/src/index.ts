/** Turnpike: authentication, errors and pagination for JSON APIs. @module */

// An API, its settings and its routes

export { type Api, createApi, type TypedSettings } from './api.ts'
export type { Connection } from './http/client.ts'
export { consoleLogger, type Logger } from './http/logger.ts'
export { type App, type Middleware, type RoutesOptions, routes } from './routes.ts'
export type { ResolvedSettings, Settings } from './settings/settings.ts'
export type { Environment, WebApp } from './web/application.ts'

// Views

export {
  type Deprecation,
  type DeprecationOptions,
  type DetailViewOptions,
  type Handler,
  type Idempotency,
  type IdempotencyOptions,
  type ListViewOptions,
  listResponse,
  type PolicyTypes,
  type Relation,
  type Relations,
  type RequestOf,
  type View,
  type ViewOptions,
} from './views/index.ts'

// Requests and responses

export { BodyUsed } from './http/body.ts'
export type { Client } from './http/client.ts'
export { HttpRequest } from './http/http-request.ts'
export type { RequestHeaders } from './http/incoming-request.ts'
export { ApiRequest } from './http/request.ts'
export { ApiResponse, type FieldValues } from './http/response.ts'
export type { Schema, Validated, ValidateOptions } from './http/schema.ts'

// Authentication: who sends the request

export {
  type AuthenticatedView,
  type BasicAuthenticationOptions,
  basicAuthentication,
  type ExternalAccountOptions,
  type ExternalAccounts,
  type ExternalAnswer,
  type ExternalSessionAuthenticationOptions,
  type ExternalTokenAuthenticationOptions,
  externalSessionAuthentication,
  externalTokenAuthentication,
  type Identity,
  type RemoteUserAuthenticationOptions,
  remoteUserAuthentication,
  type Scheme,
  type SessionAuthenticationOptions,
  sessionAuthentication,
  type TokenAuthenticationOptions,
  tokenAuthentication,
} from './authentication/index.ts'

// Signing in and out

export { requireCsrf } from './authentication/index.ts'
export {
  endSession,
  type LoginViewOptions,
  type LogoutViewOptions,
  loginView,
  logoutView,
  startSession,
} from './sessions/index.ts'
export { type ObtainTokenOptions, obtainToken } from './tokens/index.ts'

// Permissions: whether the request is allowed

export {
  allOf,
  allowAny,
  anyOf,
  checkObjectPermissions,
  isAdminUser,
  isAuthenticated,
  isAuthenticatedOrReadOnly,
  not,
  type Permission,
  type SignedIn,
  type SignedInStaff,
} from './permissions/index.ts'

// Scopes and roles: what a credential and a user may do

export type { Scoped } from './accounts/scopes.ts'
export { requireRole, type WithRoles } from './permissions/require-role.ts'
export { isUnscoped, requireScope } from './permissions/require-scope.ts'

// OAuth: the API as a protected resource, and how its users have signed in

export type { ProtectedResource } from './authentication/protected-resource.ts'
export {
  type RequireAuthenticationOptions,
  requireAuthentication,
  type WithAuthenticationContext,
} from './permissions/require-authentication.ts'
export {
  type ProtectedResourceOptions,
  protectedResourceViews,
} from './protected-resource/index.ts'

// API keys: credentials of programs

export type {
  ApiKey,
  ApiKeyFilter,
  ApiKeyOptions,
  ApiKeyStore,
  IssuedApiKey,
  NewApiKey,
} from './accounts/index.ts'
export {
  type ApiKeyAuthenticationOptions,
  apiKeyAuthentication,
} from './authentication/api-key.ts'
export { type KeyViewsOptions, keyViews } from './keys/key-views.ts'

// Idempotency: requests that may be repeated

export {
  type Claim,
  type IdempotencyStore,
  type KeptWork,
  type MemoryIdempotencyStoreOptions,
  memoryIdempotencyStore,
} from './idempotency/index.ts'

// Callers and replays: who has sent a request, and whether it was sent before

export { type MemoryReplayStoreOptions, memoryReplayStore } from './http/replays/memory-store.ts'
export type { ReplayStore } from './http/replays/replay-store.ts'
export { type Caller, type CallerContext, callerOf } from './routing/caller.ts'

// Outside of views: sockets, event streams, server components

export {
  type Admission,
  type AdmissionPolicies,
  type Admittance,
  type Arrival,
  authenticate,
  IdentityEnded,
  type IdentityWatch,
  type ProtocolTokenOptions,
  type Refusal,
  type WatchIdentityOptions,
  watchIdentity,
  withProtocolToken,
} from './admission/index.ts'

// Throttles: how often requests are allowed

export {
  anonRateThrottle,
  type CalendarPeriod,
  type CostOf,
  keyRateThrottle,
  type MemoryThrottleStoreOptions,
  memoryThrottleStore,
  type RateOf,
  type RateThrottleOptions,
  type ScopedRateThrottleOptions,
  scopedRateThrottle,
  type Throttle,
  type ThrottleDecision,
  type ThrottledView,
  type ThrottleStore,
  type Usage,
  userRateThrottle,
} from './throttling/index.ts'
export { type UsageViewOptions, usageView } from './usage/index.ts'

// Pagination: how a long list is split into pages

export {
  type CountPolicy,
  type CursorOptions,
  cursorPagination,
  type LimitOffsetOptions,
  limitOffsetPagination,
  type NumberedPages,
  type OrderedPagination,
  type Page,
  type PageNumberOptions,
  type PaginatedView,
  type Pagination,
  type Paginator,
  pageNumberPagination,
  type StandardPaginatorOptions,
  standardPaginator,
  type WantedPage,
} from './pagination/index.ts'

// Items: what a list is made of

export {
  type ArrayItemsOptions,
  type ArrayStoreOptions,
  arrayItems,
  arrayStore,
  type ItemKey,
  type ItemSet,
  type ItemStore,
  type Ordering,
  type OrderingFilter,
} from './items/index.ts'

// Filters: choosing items of a list by the query

export {
  type ChoiceFilterOptions,
  type Condition,
  type ConditionValue,
  type CustomFilter,
  choiceFilter,
  containsFilter,
  customFilter,
  dateFilter,
  type ExactFilterOptions,
  equalsTextFilter,
  exactFilter,
  type FieldCondition,
  type FieldFilter,
  type FieldFilterOptions,
  type FilterParameterOption,
  type InFilterOptions,
  inFilter,
  isNullFilter,
  rangeFilter,
  type Search,
  type SearchField,
  startsWithFilter,
  type TextFilterOptions,
} from './filtering/index.ts'

// Validation: what clients may send, and how values are sent

export {
  bigIntegerField,
  booleanField,
  type CharFieldOptions,
  charField,
  choiceField,
  type DecimalFieldOptions,
  dateTimeField,
  decimalField,
  type EmailFieldOptions,
  emailField,
  type IntegerFieldOptions,
  integerField,
  type ListFieldOptions,
  listField,
  partialSchema,
  serializer,
} from './validation/index.ts'

// Parsers: from bytes to data

export type { MediaType } from './http/syntax/media-type.ts'
export {
  formParser,
  type JsonParserOptions,
  jsonParser,
  multipartParser,
  type Parser,
  type ParserLimits,
} from './parsing/index.ts'
export { type UploadParserOptions, uploadParser } from './parsing/upload.ts'

// Renderers: from data to bytes

export {
  jsonRenderer,
  problemRenderer,
  type RenderContext,
  type Renderer,
} from './rendering/index.ts'

// Languages: texts in the language of a request

export {
  type CatalogueEntry,
  type MessageCatalogue,
  type MessageValue,
  type MessageValues,
  TranslatableMessage,
  type Translations,
} from './languages/index.ts'

// Errors: from an exception to a response

export {
  ApiException,
  type ApiExceptionOptions,
  AuthenticationFailed,
  badRequest,
  ConfigurationError,
  Conflict,
  ContentTooLarge,
  type DetailInput,
  type ErrorDetail,
  ErrorMessage,
  ErrorResponse,
  type ExceptionContext,
  type ExceptionHandler,
  exceptionHandler,
  type FullMessage,
  IdempotencyKeyReused,
  type Inspection,
  MethodNotAllowed,
  NonFieldError,
  NotAcceptable,
  NotAuthenticated,
  NotFound,
  notFound,
  ParseError,
  PermissionDenied,
  ServiceUnavailable,
  SuspiciousRequest,
  serverError,
  Throttled,
  UnsupportedMediaType,
  ValidationError,
} from './errors/index.ts'

// Accounts: users, passwords, tokens and sessions

export {
  type Account,
  type AnonymousUser,
  anonymousUser,
  InvalidUser,
  type MemoryAccounts,
  type MemoryAccountsOptions,
  type MemorySessionsOptions,
  type MemoryUsers,
  memoryAccounts,
  memorySessions,
  type NewUser,
  type PasswordHasher,
  type Pbkdf2Options,
  pbkdf2,
  type Session,
  type SessionDirectory,
  type SessionStore,
  SignInOutdated,
  type Token,
  type TokenOptions,
  type TokenStore,
  type User,
  type UserDirectory,
  UserNotFound,
  UsernameTaken,
  type UserStore,
  type Verified,
} from './accounts/index.ts'
