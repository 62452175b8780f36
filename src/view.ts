import type { CredentialBudget } from './accounts/credential-budget.ts'
import type { Scheme } from './authentication/scheme.ts'
import { type IsTrustedProxy, trustedProxies } from './client.ts'
import { ConfigurationError, requireKnown } from './errors/configuration-error.ts'
import { MethodNotAllowed } from './errors/exceptions.ts'
import { withoutStack } from './errors/without-stack.ts'
import type { OrderingFilter } from './items/ordering-filter.ts'
import type { Operation, Operations } from './operation.ts'
import type { Pagination } from './pagination/pagination.ts'
import type { Parser } from './parsing/parser.ts'
import type { Permission } from './permissions/permission.ts'
import type { Renderer } from './rendering/renderer.ts'
import type { ApiRequest } from './request.ts'
import { ApiResponse } from './response.ts'
import type { ResolvedSettings, Settings } from './settings.ts'
import { credentialBudget } from './throttling/credential-budget.ts'
import type { Throttle } from './throttling/throttle.ts'
import type { RequestOf } from './view-types.ts'

/** Answers one method of a view. A web `Response` is sent as it is. */
export type Handler<Request = ApiRequest> = (
  request: Request,
  view: View,
) => ApiResponse | Response | Promise<ApiResponse | Response>

/** The policies of a view. What is left out is that of the settings; a given list replaces it. */
export interface Policies<
  Schemes extends readonly Scheme[] = readonly Scheme[],
  Permissions extends readonly Permission[] = readonly Permission[],
> {
  /** What the view is called, for people. Default `View`. */
  name?: string
  /** What the view does, for people. Default empty. */
  description?: string
  /**
   * The page that shows the view to people in a way of its own: `login`. Default null: the page that
   * shows any answer.
   */
  page?: 'login' | null
  /** Schemes in the order in which they are tried; the first one decides between 401 and 403. */
  authentication?: Schemes
  /** Permissions that must all pass. */
  permissions?: Permissions
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

/** The policies of a view and the handlers of its methods. */
export interface ViewOptions<
  Schemes extends readonly Scheme[] = readonly Scheme[],
  Permissions extends readonly Permission[] = readonly Permission[],
  S extends Settings = Settings,
> extends Policies<Schemes, Permissions> {
  /** Answers GET, and HEAD without the body. */
  get?: Handler<RequestOf<Schemes, Permissions, S>>
  post?: Handler<RequestOf<Schemes, Permissions, S>>
  put?: Handler<RequestOf<Schemes, Permissions, S>>
  patch?: Handler<RequestOf<Schemes, Permissions, S>>
  delete?: Handler<RequestOf<Schemes, Permissions, S>>
  /** Default: what the view is called and does, and the media types that it renders and parses. */
  options?: Handler<RequestOf<Schemes, Permissions, S>>
  /** Handlers of further methods by their name in upper case: `{ PROPFIND: ... }`. */
  methods?: Readonly<Record<string, Handler<RequestOf<Schemes, Permissions, S>>>>
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
  /** The header fields by which its answers differ, as `Vary` tells them; empty when there are none. */
  readonly vary: string
  /** Whose forwarded header fields are believed. */
  readonly isTrustedProxy: IsTrustedProxy
  /** Bounds wrong credentials. */
  readonly credentialBudget: CredentialBudget
  /** The settings of the API that the view belongs to. */
  readonly settings: ResolvedSettings
}

/**
 * The view that the options describe.
 *
 * @throws ConfigurationError when it has no renderer, or a scheme or throttle that cannot be used with it.
 */
export function createView(options: ViewOptions, settings: ResolvedSettings): View {
  requireKnown('A view', options, viewOptions)
  const [renderer, ...renderers] = options.renderers ?? settings.DEFAULT_RENDERER_CLASSES
  const name = options.name ?? 'View'
  if (renderer === undefined || renderer.isForErrors) {
    throw new ConfigurationError(`The view ${name} needs a renderer first, such as jsonRenderer().`)
  }
  const handlers = handlersOf(options)
  const authentication = options.authentication ?? settings.DEFAULT_AUTHENTICATION_CLASSES

  const view: View = {
    name,
    description: options.description ?? '',
    page: options.page ?? null,
    authentication,
    permissions: options.permissions ?? settings.DEFAULT_PERMISSION_CLASSES,
    throttles: options.throttles ?? settings.DEFAULT_THROTTLE_CLASSES,
    throttleScope: options.throttleScope ?? null,
    renderers: [renderer, ...renderers],
    parsers: options.parsers ?? settings.DEFAULT_PARSER_CLASSES,
    pagination:
      options.pagination === undefined ? settings.DEFAULT_PAGINATION_CLASS : options.pagination,
    orderingFilter: options.orderingFilter ?? null,
    handlers,
    operations: operationsOf(name, options.operations ?? {}, handlers),
    allow: [...handlers.keys()].join(', '),
    vary: varyOf(authentication, renderers.length > 0),
    isTrustedProxy: trustedProxies(settings.TRUSTED_PROXIES),
    credentialBudget: credentialBudget(settings.FAILED_CREDENTIALS_RATES, settings.THROTTLE_STORE),
    settings,
  }
  for (const scheme of view.authentication) scheme.checkView?.(view)
  requirePolicies(view)
  for (const throttle of view.throttles) throttle.checkView?.(view)
  return view
}

const viewOptions: readonly (keyof ViewOptions)[] = [
  'name',
  'description',
  'page',
  'authentication',
  'permissions',
  'throttles',
  'throttleScope',
  'renderers',
  'parsers',
  'pagination',
  'orderingFilter',
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'options',
  'methods',
  'operations',
]

/** A list may come from JavaScript, where nothing else tells a factory that was not called. */
function requirePolicies({ name, authentication, permissions, throttles }: View): void {
  const lists = {
    authenticate: authentication,
    hasPermission: permissions,
    allowRequest: throttles,
  }
  for (const [method, policies] of Object.entries(lists)) {
    for (const policy of policies as readonly object[]) {
      if (typeof Reflect.get(policy, method) === 'function') continue
      throw new ConfigurationError(
        `The view ${name} is given something that has no ${method}(). Call the function that makes it, as in tokenAuthentication({ tokens }).`,
      )
    }
  }
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

function operationsOf(
  name: string,
  operations: Operations,
  handlers: ReadonlyMap<string, Handler>,
): Map<string, Operation> {
  return new Map(
    Object.entries(operations).map(([key, operation]) => {
      const method = key.toUpperCase()
      requireKnown(`The operation ${key} of the view ${name}`, operation, operationOptions)
      if (handlers.has(method)) return [method, operation]
      throw new ConfigurationError(
        `The view ${name} tells of the operation ${key} and has no handler of that name: add one, or leave the operation out.`,
      )
    }),
  )
}

const operationOptions: readonly (keyof Operation)[] = [
  'summary',
  'accepts',
  'isPartial',
  'answers',
  'isList',
  'status',
  'raises',
  'countsFailures',
  'needsCsrfToken',
]

function varyOf(schemes: readonly Scheme[], isNegotiated: boolean): string {
  const fields = schemes.flatMap(({ vary = [] }) => vary)
  return [...new Set(isNegotiated ? ['Accept', ...fields] : fields)].join(', ')
}

function handlersOf(options: ViewOptions): Map<string, Handler> {
  const { get, post, put, patch, methods = {} } = options
  const given = { GET: get, HEAD: get, POST: post, PUT: put, PATCH: patch, DELETE: options.delete }
  const handlers = Object.entries({ ...given, ...methods, OPTIONS: options.options ?? metadata })

  return new Map(handlers.flatMap(([method, handler]) => (handler ? [[method, handler]] : [])))
}

/** Answers OPTIONS with what the view is. */
const metadata: Handler = (_request, { name, description, renderers, parsers }) =>
  new ApiResponse({
    name,
    description,
    renders: renderers.filter(({ isForErrors }) => !isForErrors).map(({ mediaType }) => mediaType),
    parses: parsers.map(({ mediaType }) => mediaType),
  })
