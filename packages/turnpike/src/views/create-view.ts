import { loggedBudget } from '../authentication/sign-in-log.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { knownOptions } from '../errors/known-options.ts'
import { requireSearch } from '../filtering/search/search.ts'
import { searchFilter } from '../filtering/search/search-filter.ts'
import { type ViewFilters, viewFilters } from '../filtering/view-filters.ts'
import { trustedProxies } from '../http/client.ts'
import type { Operation, Operations } from '../http/operation.ts'
import { requireOrderingFilter } from '../items/ordering-filter.ts'
import { languagesOf } from '../languages/languages-of.ts'
import { withDeclaredScopes } from '../permissions/declared-scopes.ts'
import type { Permission } from '../permissions/permission.ts'
import { requirePolicies } from '../rules/policy.ts'
import { trueOrFalse } from '../rules/text.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { credentialBudget } from '../throttling/credential-budget.ts'
import { deprecationOf } from './answers/deprecation.ts'
import { resourceOf } from './answers/resource.ts'
import { boundFilters } from './filters.ts'
import { idempotencyOf } from './idempotency/idempotency.ts'
import { metadata } from './metadata/metadata.ts'
import { knownParameters } from './query-parameters.ts'
import { resolveRelations } from './relations.ts'
import { transactionsOf } from './transactions.ts'
import { type Handler, policyOptions, type View, type ViewOptions } from './view.ts'

/**
 * Creates the view that the options describe.
 *
 * @throws ConfigurationError when it has no renderer, or a scheme or throttle that cannot work with
 *   it.
 */
export function createView(options: ViewOptions, settings: ResolvedSettings): View {
  const name = options.name ?? 'View'
  viewOptions.require(options, `the view ${name}`)
  requirePolicies(`the view ${name}`, options)
  if (options.orderingFilter) requireOrderingFilter(options.orderingFilter)
  if (options.search) requireSearch(options.search)
  const [renderer, ...renderers] = options.renderers ?? settings.DEFAULT_RENDERER_CLASSES
  if (renderer === undefined || renderer.isForErrors) {
    throw new ConfigurationError(
      `The view ${name} needs a first renderer that is not for errors only, such as jsonRenderer().`,
    )
  }
  const handlers = handlersOf(options)
  const pagination =
    options.pagination === undefined ? settings.DEFAULT_PAGINATION_CLASS : options.pagination
  const orderingFilter = options.orderingFilter ?? null
  const filters = filtersOf(name, options, settings)
  const languages = languagesOf(settings)
  const authentication = options.authentication ?? settings.DEFAULT_AUTHENTICATION_CLASSES
  const permissions = permissionsOf(options, [...handlers.keys()], settings)
  const idempotency = idempotencyOf(options, settings)

  const view: View = {
    name,
    description: options.description ?? '',
    page: options.page ?? null,
    authentication,
    permissions,
    throttles: options.throttles ?? settings.DEFAULT_THROTTLE_CLASSES,
    throttleScope: options.throttleScope ?? null,
    renderers: [renderer, ...renderers],
    parsers: options.parsers ?? settings.DEFAULT_PARSER_CLASSES,
    pagination,
    orderingFilter,
    filters,
    search: options.search ?? null,
    relations: resolveRelations(name, options.relations ?? {}),
    deprecated:
      options.deprecated == null ? null : deprecationOf(`the view ${name}`, options.deprecated),
    narrowedBy: filters?.parameters ?? [],
    knownParameters: knownParameters(
      { name, pagination, orderingFilter, filters, search: options.search ?? null, settings },
      options.operations?.get?.isList ?? false,
    ),
    isConditional: options.conditional ?? settings.CONDITIONAL_REQUESTS,
    transactions: transactionsOf(options, settings, idempotency),
    idempotency,
    handlers,
    operations: operationsOf(name, options.operations ?? {}, handlers),
    allow: [...handlers.keys()].join(', '),
    vary: varyOf(
      [...authentication, ...(mayPaginate(options) && pagination ? [pagination] : [])],
      renderers.length > 0,
      languages?.isNegotiated ?? false,
    ),
    languages,
    resource: resourceOf(name, permissions, [...handlers.keys()], settings),
    isTrustedProxy: trustedProxies(settings.TRUSTED_PROXIES),
    credentialBudget: loggedBudget(
      credentialBudget(
        settings.FAILED_CREDENTIALS_RATES,
        settings.THROTTLE_STORE,
        settings.RATE_LIMIT_HEADERS,
      ),
      settings,
    ),
    settings,
  }
  for (const scheme of view.authentication) scheme.checkView?.(view)
  for (const throttle of view.throttles) throttle.checkView?.(view)
  return view
}

function permissionsOf(
  options: ViewOptions,
  methods: readonly string[],
  settings: ResolvedSettings,
): readonly Permission[] {
  const {
    permissions = settings.DEFAULT_PERMISSION_CLASSES,
    authentication = settings.DEFAULT_AUTHENTICATION_CLASSES,
  } = options
  return settings.SCOPED_CREDENTIALS === 'declared'
    ? withDeclaredScopes({ permissions, authentication, methods })
    : permissions
}

const viewOptions = knownOptions<ViewOptions>('the view', {
  ...policyOptions,
  conditional: trueOrFalse,
  get: 'optional',
  post: 'optional',
  put: 'optional',
  patch: 'optional',
  delete: 'optional',
  options: 'optional',
  methods: 'optional',
  operations: 'optional',
})

/** The search as one more filter, or null when the view has none. */
function filtersOf(
  name: string,
  { filters, search }: ViewOptions,
  { SEARCH_PARAM }: ResolvedSettings,
): ViewFilters | null {
  const all = Object.values(boundFilters(filters, name, []) ?? {}).flat()
  if (search) all.push(searchFilter(search, SEARCH_PARAM))
  return all.length === 0 ? null : viewFilters(all)
}

function operationsOf(
  name: string,
  operations: Operations,
  handlers: ReadonlyMap<string, Handler>,
): Map<string, Operation> {
  return new Map(
    Object.entries(operations).map(([key, operation]) => {
      const method = key.toUpperCase()
      operationOptions.require(operation, `the operation ${key} of the view ${name}`)
      if (handlers.has(method)) return [method, operation]
      throw new ConfigurationError(
        `The view ${name} documents the operation ${key} but has no handler for it: add one, or remove the operation.`,
      )
    }),
  )
}

const operationOptions = knownOptions<Operation>('the operation', {
  summary: 'optional',
  accepts: 'optional',
  isPartial: 'optional',
  answers: 'optional',
  isList: 'optional',
  item: 'optional',
  status: 'optional',
  hasLocation: 'optional',
  redirects: 'optional',
  raises: 'optional',
  countsFailures: 'optional',
  needsCsrfToken: 'optional',
})

/** Whether it is a list, or has a style of its own. `listResponse` helps the others. */
const mayPaginate = ({ pagination, operations }: ViewOptions): boolean =>
  pagination !== undefined || operations?.get?.isList === true

/** @param parts schemes and the pagination style, with the header fields that they read. */
function varyOf(
  parts: readonly { readonly vary?: readonly string[] }[],
  isNegotiated: boolean,
  hasLanguages: boolean,
): string {
  const fields = parts.flatMap(({ vary = [] }) => vary)
  if (isNegotiated) fields.unshift('Accept')
  if (hasLanguages) fields.push('Accept-Language')
  return [...new Set(fields)].join(', ')
}

function handlersOf(options: ViewOptions): Map<string, Handler> {
  const { get, post, put, patch, methods = {} } = options
  const given = { GET: get, HEAD: get, POST: post, PUT: put, PATCH: patch, DELETE: options.delete }
  requireFurther(Object.keys(methods), [...Object.keys(given), 'OPTIONS'], options)
  const handlers = Object.entries({ ...given, ...methods, OPTIONS: options.options ?? metadata })
  for (const [method, handler] of handlers) {
    if (!handler || typeof handler === 'function') continue
    const name = method.toLowerCase()
    throw new ConfigurationError(
      `The handler ${name} of the view ${options.name ?? 'View'} must be a function: write ${name}: (request) => new ApiResponse(…).`,
    )
  }

  return new Map(handlers.flatMap(([method, handler]) => (handler ? [[method, handler]] : [])))
}

/**
 * A usual method among the further ones would be served in part: GET without HEAD, and OPTIONS not
 * at all.
 *
 * @param usual the methods with an option of their own.
 */
function requireFurther(
  methods: readonly string[],
  usual: readonly string[],
  { name = 'View' }: ViewOptions,
): void {
  const method = methods.find((method) => usual.includes(method.toUpperCase()))
  if (method === undefined) return
  const option = method.toUpperCase() === 'HEAD' ? 'get' : method.toLowerCase()
  throw new ConfigurationError(
    `The view ${name} has ${method} in methods, which is for further methods only: write ${option}: (request) => new ApiResponse(…).`,
  )
}
