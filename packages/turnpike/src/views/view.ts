import type { ProtectedResource } from '../authentication/protected-resource.ts'
import type { Scheme } from '../authentication/scheme.ts'
import type { Mark } from '../caching/mark.ts'
import type { OptionNames } from '../errors/known-options.ts'
import type { FilterParameter } from '../filtering/filter.ts'
import type { Search } from '../filtering/search/search.ts'
import type { ViewFilters } from '../filtering/view-filters.ts'
import type { IsTrustedProxy } from '../http/client.ts'
import type { CredentialBudget } from '../http/credential-budget.ts'
import type { Operation, Operations } from '../http/operation.ts'
import type { ApiRequest } from '../http/request.ts'
import type { ApiResponse } from '../http/response.ts'
import type { Transactions } from '../items/item-store.ts'
import type { OrderingFilter } from '../items/ordering-filter.ts'
import type { Languages } from '../languages/languages.ts'
import type { Pagination } from '../pagination/pagination.ts'
import type { Parser } from '../parsing/parser.ts'
import type { Permission } from '../permissions/permission.ts'
import type { Renderer } from '../rendering/renderer.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { Throttle } from '../throttling/throttle.ts'
import type { Deprecation, DeprecationOptions } from './answers/deprecation.ts'
import type { Filters } from './filters.ts'
import type { Idempotency, IdempotencyOptions } from './idempotency/idempotency.ts'
import type { Relations, ResolvedRelations } from './relations.ts'
import type { PolicyTypes, RequestOf } from './view-types.ts'

/** Answers one method of a view. A web `Response` is sent unchanged. */
export type Handler<Request = ApiRequest> = (
  request: Request,
  view: View,
) => ApiResponse | Response | Promise<ApiResponse | Response>

type SpecialPage = 'login' | 'docs' | 'admin'

/** The policies of a view. Each one defaults to that of the settings; a list replaces it. */
export interface Policies<P extends PolicyTypes = PolicyTypes> {
  /** The name of the view, for people. Default `View`. */
  name?: string
  /** What the view does, for people. Default empty. */
  description?: string
  /**
   * What the view is for people: `login` has a page of its own, and `homeView` sets `docs` and
   * `admin` apart. Default null: a part of the API.
   */
  page?: SpecialPage | null
  /** Schemes in the order in which they are tried; the first one decides between 401 and 403. */
  authentication?: P['schemes']
  /** Permissions that must all pass. */
  permissions?: P['permissions']
  /** Throttles that must all allow the request. */
  throttles?: readonly Throttle[]
  /** The scope for scoped rates. Default null: they do not limit the view. */
  throttleScope?: string | null
  /**
   * Whether the handlers of methods that may write run in a transaction, which is rolled back when
   * they throw. Default the setting `ATOMIC_REQUESTS`.
   */
  atomic?: boolean
  /**
   * Whether POST and PATCH accept an `Idempotency-Key`: a request with one is carried out once, and
   * a repeat gets the same answer. `{ required: true }`: they need one. Default the setting
   * `IDEMPOTENT_REQUESTS`, but false if `atomic` is false.
   */
  idempotent?: boolean | IdempotencyOptions
  /** Renderers to choose from; the first one is the default. */
  renderers?: readonly Renderer[]
  /** Parsers by content type. */
  parsers?: readonly Parser[]
  /** Pagination of a list, or null when it has none. */
  pagination?: Pagination | null
  /** Lets the client choose the order of a list in the query. Default null: it cannot. */
  orderingFilter?: OrderingFilter | null
  /** Lets the client choose items of a list in the query. Default null: it cannot. */
  filters?: Filters | null
  /** Lets the client search a list with the query. Default null: it cannot. */
  search?: Search | null
  /**
   * Fields that refer to other items, by name as sent: `{ room: '/rooms/:id/' }`. Pages link them;
   * nothing else changes. Default none.
   */
  relations?: Relations
  /**
   * Since when it is deprecated: its answers say so, documentation marks it, and who still calls is
   * logged and counted. Default null: it is not.
   */
  deprecated?: DeprecationOptions | null
}

export const policyOptions = {
  name: 'optional',
  description: 'optional',
  page: 'optional',
  authentication: 'optional',
  permissions: 'optional',
  throttles: 'optional',
  throttleScope: 'optional',
  atomic: 'optional',
  idempotent: 'optional',
  renderers: 'optional',
  parsers: 'optional',
  pagination: 'optional',
  orderingFilter: 'optional',
  filters: 'optional',
  search: 'optional',
  relations: 'optional',
  deprecated: 'optional',
} as const satisfies OptionNames<Policies>

/** The policies of a view and the handlers of its methods. */
export interface ViewOptions<P extends PolicyTypes = PolicyTypes> extends Policies<P> {
  /**
   * Whether answers to GET have an `ETag`, and `If-None-Match` gets a 304. Default the setting
   * `CONDITIONAL_REQUESTS`.
   */
  conditional?: boolean
  /** Answers GET, and HEAD without the body. */
  get?: Handler<RequestOf<P>>
  post?: Handler<RequestOf<P>>
  put?: Handler<RequestOf<P>>
  patch?: Handler<RequestOf<P>>
  delete?: Handler<RequestOf<P>>
  /**
   * Default: the view's name and description, the media types that it renders and parses, and the
   * fields of the methods that the client may use.
   */
  options?: Handler<RequestOf<P>>
  /** Handlers of further methods, by name in upper case: `{ PROPFIND: ... }`. */
  methods?: Readonly<Record<string, Handler<RequestOf<P>>>>
  /** What the methods accept and return, for forms and documentation. Default: unknown. */
  operations?: Operations
}

/**
 * The policies and handlers of one URL, as plain values for `dispatch`.
 *
 * @typeParam Methods what they take and give, for `@turnpike/client`.
 */
export interface View<out Methods = unknown> {
  /** For the compiler alone: it has no value. */
  readonly carried?: Methods
  readonly name: string
  readonly description: string
  readonly page: SpecialPage | null
  readonly authentication: readonly Scheme[]
  readonly permissions: readonly Permission[]
  readonly throttles: readonly Throttle[]
  readonly throttleScope: string | null
  readonly renderers: readonly [Renderer, ...Renderer[]]
  readonly parsers: readonly Parser[]
  readonly pagination: Pagination | null
  readonly orderingFilter: OrderingFilter | null
  /** The filters, and the search as the last of them; null when there are none. */
  readonly filters: ViewFilters | null
  /** Which fields are searched, or null when there is no search. */
  readonly search: Search | null
  /** Fields that refer to other items. */
  readonly relations: ResolvedRelations
  /** Null if it is not deprecated. */
  readonly deprecated: Deprecation | null
  /** The query parameters that its lists know, or null when unknown ones are ignored. */
  readonly knownParameters: ReadonlySet<string> | null
  /** The query parameters that decide which items are listed, for cursors. */
  readonly narrowedBy: readonly FilterParameter[]
  /** Whether its answers have an `ETag`, and preconditions are evaluated. */
  readonly isConditional: boolean
  /** Where the transactions of requests that may write come from, or null for none. */
  readonly transactions: Transactions | null
  /** How POST and PATCH treat idempotency keys, or null if they take none. */
  readonly idempotency: Idempotency | null
  /** Handlers by method, with HEAD if there is GET, and always with OPTIONS. */
  readonly handlers: ReadonlyMap<string, Handler>
  /** The documentation of the methods, by method in upper case. */
  readonly operations: ReadonlyMap<string, Operation>
  /** The value of `Allow`. */
  readonly allow: string
  /**
   * The value of `Vary`: the header fields on which its responses depend; empty when there are
   * none.
   */
  readonly vary: string
  /** The languages of its texts, or null when they are those in the code. */
  readonly languages: Languages | null
  /** The proxies whose forwarded header fields are trusted. */
  readonly isTrustedProxy: IsTrustedProxy
  /** What challenges say of the API as a resource of OAuth; null without `PROTECTED_RESOURCE`. */
  readonly resource: ProtectedResource | null
  /** Limits wrong credentials. */
  readonly credentialBudget: CredentialBudget
  /** The settings of the API that the view belongs to. */
  readonly settings: ResolvedSettings
}

/** Reads what a view declares by a mark of its GET handler. Null for a view without that mark. */
export /* @__NO_SIDE_EFFECTS__ */ function ofGetHandler<Value>(
  declared: Mark<Handler, Value>,
): (view: View) => Value | null {
  return ({ handlers }) => {
    const get = handlers.get('GET')
    return (get && declared.get(get)) ?? null
  }
}
