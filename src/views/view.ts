import type { CredentialBudget } from '../accounts/credential-budget.ts'
import type { Scheme } from '../authentication/scheme.ts'
import { MethodNotAllowed } from '../errors/exceptions.ts'
import type { OptionNames } from '../errors/known-options.ts'
import { withoutStack } from '../errors/without-stack.ts'
import type { IsTrustedProxy } from '../http/client.ts'
import type { Operation, Operations } from '../http/operation.ts'
import type { ApiRequest } from '../http/request.ts'
import type { ApiResponse } from '../http/response.ts'
import type { OrderingFilter } from '../items/ordering-filter.ts'
import type { Pagination } from '../pagination/pagination.ts'
import type { Parser } from '../parsing/parser.ts'
import type { Permission } from '../permissions/permission.ts'
import type { Renderer } from '../rendering/renderer.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { Throttle } from '../throttling/throttle.ts'
import type { PolicyTypes, RequestOf } from './view-types.ts'

/** Answers one method of a view. A web `Response` is sent as it is. */
export type Handler<Request = ApiRequest> = (
  request: Request,
  view: View,
) => ApiResponse | Response | Promise<ApiResponse | Response>

/** The policies of a view. What is left out is that of the settings; a given list replaces it. */
export interface Policies<P extends PolicyTypes = PolicyTypes> {
  /** What the view is called, for people. Default `View`. */
  name?: string
  /** What the view does, for people. Default empty. */
  description?: string
  /**
   * The page that shows the view to people in a way of its own: `login`. Default null: the page
   * that shows any answer.
   */
  page?: 'login' | null
  /** Schemes in the order in which they are tried; the first one decides between 401 and 403. */
  authentication?: P['schemes']
  /** Permissions that must all pass. */
  permissions?: P['permissions']
  /** Throttles that must all let the request through. */
  throttles?: readonly Throttle[]
  /** The scope that scoped rates count. Default null: they let the view be. */
  throttleScope?: string | null
  /** Renderers to choose from; the first one is the default. */
  renderers?: readonly Renderer[]
  /** Parsers by content type. */
  parsers?: readonly Parser[]
  /** Pagination of a list. Null: none. */
  pagination?: Pagination | null
  /** Lets the client choose the order of a list in the query. Default null: it cannot. */
  orderingFilter?: OrderingFilter | null
}

export const policyOptions = {
  name: 'optional',
  description: 'optional',
  page: 'optional',
  authentication: 'optional',
  permissions: 'optional',
  throttles: 'optional',
  throttleScope: 'optional',
  renderers: 'optional',
  parsers: 'optional',
  pagination: 'optional',
  orderingFilter: 'optional',
} as const satisfies OptionNames<Policies>

/** The policies of a view and the handlers of its methods. */
export interface ViewOptions<P extends PolicyTypes = PolicyTypes> extends Policies<P> {
  /** Answers GET, and HEAD without the body. */
  get?: Handler<RequestOf<P>>
  post?: Handler<RequestOf<P>>
  put?: Handler<RequestOf<P>>
  patch?: Handler<RequestOf<P>>
  delete?: Handler<RequestOf<P>>
  /** Default: what the view is called and does, and the media types that it renders and parses. */
  options?: Handler<RequestOf<P>>
  /** Handlers of further methods by their name in upper case: `{ PROPFIND: ... }`. */
  methods?: Readonly<Record<string, Handler<RequestOf<P>>>>
  /** What the methods take and give, for forms and documentation. Default: nothing is told. */
  operations?: Operations
}

/** The policies and handlers of one URL: a value that can be read. `dispatch` answers with it. */
export interface View {
  readonly name: string
  readonly description: string
  readonly page: 'login' | null
  readonly authentication: readonly Scheme[]
  readonly permissions: readonly Permission[]
  readonly throttles: readonly Throttle[]
  readonly throttleScope: string | null
  readonly renderers: readonly [Renderer, ...Renderer[]]
  readonly parsers: readonly Parser[]
  readonly pagination: Pagination | null
  readonly orderingFilter: OrderingFilter | null
  /** Handlers by method; HEAD is among them when GET is, and OPTIONS always. */
  readonly handlers: ReadonlyMap<string, Handler>
  /** What is told of the methods, by method in upper case. */
  readonly operations: ReadonlyMap<string, Operation>
  /** The methods as `Allow` tells them. */
  readonly allow: string
  /**
   * The header fields by which its answers differ, as `Vary` tells them; empty when there are none.
   */
  readonly vary: string
  /** Whose forwarded header fields are believed. */
  readonly isTrustedProxy: IsTrustedProxy
  /** Bounds wrong credentials. */
  readonly credentialBudget: CredentialBudget
  /** The settings of the API that the view belongs to. */
  readonly settings: ResolvedSettings
}

/**
 * The handler of the method.
 *
 * @throws MethodNotAllowed when the view has none.
 */
export function handlerOf(view: View, method: string): Handler {
  const handler = view.handlers.get(method)
  if (handler === undefined) throw withoutStack(() => new MethodNotAllowed(method))
  return handler
}
