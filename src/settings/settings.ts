import type { AnonymousUser } from '../accounts/user.ts'
import type { Scheme } from '../authentication/scheme.ts'
import type { SessionSettings } from '../authentication/session-settings.ts'
import type { ExceptionHandler } from '../errors/exception-handler.ts'
import type { Logger } from '../http/logger.ts'
import type { Pagination } from '../pagination/pagination.ts'
import type { Parser } from '../parsing/parser.ts'
import type { Permission } from '../permissions/permission.ts'
import type { Renderer } from '../rendering/renderer.ts'
import type { CredentialRates } from '../throttling/credential-budget.ts'
import type { Throttle } from '../throttling/throttle.ts'
import type { ThrottleStore } from '../throttling/throttle-store.ts'

/** The settings of an API. What is left out has its default. */
export interface Settings extends Partial<SessionSettings> {
  /** Schemes of a view that names none, in the order in which they are tried. Default none. */
  DEFAULT_AUTHENTICATION_CLASSES?: readonly Scheme[]
  /** Permissions of a view that names none. Default `[allowAny]`. */
  DEFAULT_PERMISSION_CLASSES?: readonly Permission[]
  /** Throttles of a view that names none. Default none. */
  DEFAULT_THROTTLE_CLASSES?: readonly Throttle[]
  /**
   * Rates by scope: `{ anon: '100/day', user: '5/15m' }`; null: no limit. Default null for both.
   */
  DEFAULT_THROTTLE_RATES?: Readonly<Record<string, string | null>>
  /**
   * How many wrong credentials are let through, by address and by username and address, for Basic,
   * Token, the token endpoint and login; then 429. Default `{ address: '100/15m', username:
   * '10/15m' }`.
   */
  FAILED_CREDENTIALS_RATES?: CredentialRates
  /** Where throttles count that have no store of their own. Default `memoryThrottleStore()`. */
  THROTTLE_STORE?: ThrottleStore
  /**
   * Renderers of a view that names none; the first one is the default. Default JSON,
   * and problem details for errors where the client asks for them.
   */
  DEFAULT_RENDERER_CLASSES?: readonly Renderer[]
  /** Parsers of a view that names none. Default JSON, form and multipart. */
  DEFAULT_PARSER_CLASSES?: readonly Parser[]
  /** Pagination of list views that name none. Default null: lists are not paginated. */
  DEFAULT_PAGINATION_CLASS?: Pagination | null
  /** Items per page of styles that say nothing themselves. Default null: no page size. */
  PAGE_SIZE?: number | null

  /** The user of a request that no scheme authenticates. Default `anonymousUser`. */
  UNAUTHENTICATED_USER?: unknown
  /** The auth of a request that no scheme authenticates. Default null. */
  UNAUTHENTICATED_TOKEN?: unknown

  /** Turns exceptions into responses. Default `exceptionHandler`. */
  EXCEPTION_HANDLER?: ExceptionHandler
  /** Key of validation errors that belong to no field. Default `non_field_errors`. */
  NON_FIELD_ERRORS_KEY?: string
  /** Errors of a list of objects: by index (true, default), or a list with `{}` for good items. */
  LIST_SERIALIZER_ERRORS_AS_DICT?: boolean

  /** Query parameter that chooses the renderer by its format. Default `format`; null: none does. */
  URL_FORMAT_OVERRIDE?: string | null
  /** Query parameter of ordering filters. Default `ordering`. */
  ORDERING_PARAM?: string

  /**
   * Hosts that the API answers for, without port: `api.example.com`, `.example.com` with every
   * subdomain, `*` for all. Default null: all. Others get the bad-request answer.
   */
  ALLOWED_HOSTS?: readonly string[] | null
  /**
   * Scheme, host and port of all links: `https://api.example.com`. Default null: the request's own.
   */
  BASE_URL?: string | null
  /**
   * Addresses and CIDR ranges of the proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are
   * believed: `['127.0.0.1', '10.0.0.0/8']`. Default none: no header is.
   */
  TRUSTED_PROXIES?: readonly string[]
  /**
   * Origins whose pages may read the answers: `['https://app.example.com']`, with
   * `https://*.example.com` for every subdomain, `['*']` for all. Default none.
   */
  CORS_ALLOWED_ORIGINS?: readonly string[]
  /** Whether those pages may send cookies. Not with `*`. Default false. */
  CORS_ALLOW_CREDENTIALS?: boolean
  /** Methods that those pages may use. Default GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS. */
  CORS_ALLOW_METHODS?: readonly string[]
  /** Header fields that those pages may send. Default those that Turnpike reads. */
  CORS_ALLOW_HEADERS?: readonly string[]
  /** Header fields that those pages may read. Default those that Turnpike writes. */
  CORS_EXPOSE_HEADERS?: readonly string[]
  /** Seconds for which a browser keeps the answer to a preflight. Default 7,200. */
  CORS_PREFLIGHT_MAX_AGE?: number
  /** Longest body in bytes. Default 2,621,440 (2.5 MiB). Longer ones get 413. */
  DATA_UPLOAD_MAX_MEMORY_SIZE?: number
  /** Most parameters of a query and most fields of a form. Default 1,000. */
  DATA_UPLOAD_MAX_NUMBER_FIELDS?: number
  /** Most items of lists and members of objects, all together, in a JSON body. Default 100,000. */
  DATA_UPLOAD_MAX_NUMBER_ITEMS?: number

  /**
   * Secrets of at least 32 characters: the first one signs, all of them verify, so that a new one
   * can be put in front. Default a random one: what was signed does not outlive the process.
   */
  SECRET_KEYS?: readonly string[]
  /** Where errors and warnings are logged. Default the console. */
  LOGGER?: Logger
}

/** The settings of an API with every default filled in. */
export type ResolvedSettings = Required<Settings>

/** The type of the unauthenticated user under these settings. */
export type UnauthenticatedUser<S extends Settings> = S extends {
  UNAUTHENTICATED_USER: infer U
}
  ? U
  : AnonymousUser

/** The type of the unauthenticated auth under these settings. */
export type UnauthenticatedToken<S extends Settings> = S extends {
  UNAUTHENTICATED_TOKEN: infer T
}
  ? T
  : null
