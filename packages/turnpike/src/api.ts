import type { AnonymousUser } from './accounts/user.ts'
import type { Scheme } from './authentication/scheme.ts'
import { listCache } from './caching/list-cache.ts'
import type { Operations } from './http/operation.ts'
import type { Schema } from './http/schema.ts'
import type { Transactions } from './items/item-store.ts'
import type { Permission } from './permissions/permission.ts'
import { requireOneCopy } from './rules/one-copy.ts'
import { resolveSettings } from './settings/resolve-settings.ts'
import type { ResolvedSettings, Settings } from './settings/settings.ts'
import type { DetailMethods, ListMethods, OperationMethods } from './views/carried.ts'
import { createView } from './views/create-view.ts'
import type { Filters } from './views/filters.ts'
import { detailHandlers } from './views/generic/detail.ts'
import type { DetailViewOptions } from './views/generic/detail-options.ts'
import type { FitForFilters, FitForParent } from './views/generic/filter-fit.ts'
import { type ListViewOptions, listHandlers } from './views/generic/list.ts'
import type { DataUnder } from './views/generic/parent.ts'
import type { FitForAnswers, FitForCreate, FitForUpdate } from './views/generic/schema-fit.ts'
import { scopable } from './views/generic/scopable.ts'
import { intercept } from './views/steps/interceptor.ts'
import type { View, ViewOptions } from './views/view.ts'
import type {
  DefaultPermissions,
  DefaultSchemes,
  PolicyTypes,
  RequestOf,
} from './views/view-types.ts'

/** The settings from which the types of requests follow. */
export interface TypedSettings<
  Schemes extends readonly Scheme[],
  Permissions extends readonly Permission[],
  User,
  Auth,
  Transaction,
> {
  readonly DEFAULT_AUTHENTICATION_CLASSES: Schemes
  readonly DEFAULT_PERMISSION_CLASSES: Permissions
  readonly UNAUTHENTICATED_USER: User
  readonly UNAUTHENTICATED_TOKEN: Auth
  readonly TRANSACTIONS: Transactions<Transaction> | null
}

/** Creates views that share settings. */
export interface Api<S extends Settings = Settings> {
  readonly settings: ResolvedSettings

  /** A view with custom handlers. */
  view<
    const Schemes extends readonly Scheme[] = DefaultSchemes<S>,
    const Permissions extends readonly Permission[] = DefaultPermissions<S>,
    const Documented extends Operations = Record<never, never>,
  >(
    options: ViewOptions<PolicyTypes<Schemes, Permissions, S>> & { operations?: Documented },
  ): View<OperationMethods<Documented>>

  /** A list: GET returns its items in pages, POST adds one. */
  listView<
    Item,
    Data = never,
    const Schemes extends readonly Scheme[] = DefaultSchemes<S>,
    const Permissions extends readonly Permission[] = DefaultPermissions<S>,
    Values = never,
    Answers extends Schema = never,
    const Given extends Filters = Record<never, never>,
    Parent = unknown,
    Field extends string = never,
    Sent = never,
    Taken extends Schema = never,
  >(
    options: ListViewOptions<
      Item,
      Data,
      PolicyTypes<Schemes, Permissions, S>,
      { values: Values; parent: Parent; field: Field },
      Sent
    > & { schema?: Taken } & FitForCreate<DataUnder<Data, Values, Field>, Values> &
      FitForParent<Item, NoInfer<Field>> & { answers?: Answers } & FitForAnswers<Item, Answers> & {
        filters?: Given | null
      } & FitForFilters<Item, Given, RequestOf<PolicyTypes<Schemes, Permissions, S>>>,
  ): View<ListMethods<Item, Sent, Answers, Taken, Given>>

  /** One item: GET returns it, PUT and PATCH change it, DELETE removes it. */
  detailView<
    Item,
    Data = never,
    const Schemes extends readonly Scheme[] = DefaultSchemes<S>,
    const Permissions extends readonly Permission[] = DefaultPermissions<S>,
    Values = never,
    Answers extends Schema = never,
    Parent = unknown,
    Field extends string = never,
    Sent = never,
    Taken extends Schema = never,
  >(
    options: DetailViewOptions<
      Item,
      Data,
      PolicyTypes<Schemes, Permissions, S>,
      { values: Values; parent: Parent; field: Field },
      Sent
    > & { schema?: Taken } & FitForUpdate<Data, Values> &
      FitForParent<Item, NoInfer<Field>> & { answers?: Answers } & FitForAnswers<Item, Answers>,
  ): View<DetailMethods<Item, Sent, Answers, Taken>>
}

/**
 * Creates an API with these settings. Default: all settings have their defaults.
 *
 * @throws ConfigurationError when a setting is unknown or its value is invalid.
 */
export function createApi<
  const Schemes extends readonly Scheme[] = readonly [],
  const Permissions extends readonly Permission[] = readonly [],
  const User = AnonymousUser,
  const Auth = null,
  Transaction = unknown,
>(
  options: Settings & Partial<TypedSettings<Schemes, Permissions, User, Auth, Transaction>> = {},
): Api<TypedSettings<Schemes, Permissions, User, Auth, Transaction>> {
  requireOneCopy()
  const settings = resolveSettings(options)
  const cached = listCache(settings.LIST_CACHE_MAX_LENGTH)

  return {
    settings,
    view: (view) => createView(view as ViewOptions, settings) as AnyView,
    listView: (list) =>
      scopable(
        createView(
          intercept(listHandlers(list as ListViewOptions<unknown, unknown>), cached),
          settings,
        ),
      ) as AnyView,
    detailView: (detail) =>
      scopable(
        createView(detailHandlers(detail as DetailViewOptions<unknown, unknown>), settings),
      ) as AnyView,
  }
}

/** What a view carries has no value, so that it carries anything. */
type AnyView = View<never>
