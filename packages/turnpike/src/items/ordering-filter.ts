import { knownOptions } from '../errors/known-options.ts'
import type { ApiRequest } from '../http/request.ts'
import { listOf } from '../rules/list.ts'
import { text } from '../rules/text.ts'
import { type Ordering, orderingTerm } from './ordering.ts'

/** The orderings that a client may choose with `?ordering=-created,title`. */
export interface OrderingFilter<Field extends string = string> {
  /** Fields that may be used; other names are ignored, so hidden fields stay hidden. */
  readonly fields: readonly Field[]
  /** The ordering without a valid choice. Default: the items' own. */
  readonly default?: Ordering<Field>
}

const fieldNames = listOf(text, { of: 'fields', example: ['title'], mayBeEmpty: false })

const orderingFilterOptions = knownOptions<OrderingFilter>('orderingFilter', {
  fields: { required: fieldNames },
  default: fieldNames,
})

/** @throws ConfigurationError when it has no fields, or names something other than fields. */
export const requireOrderingFilter = (filter: OrderingFilter): void =>
  orderingFilterOptions.require(filter)

/** A view that may have an ordering filter. */
export interface FilteredView {
  readonly orderingFilter: OrderingFilter | null
  readonly settings: { readonly ORDERING_PARAM: string }
}

/** The ordering that the request asks for, or the filter's default. Null when there is neither. */
export function chosenOrdering(
  request: ApiRequest,
  { orderingFilter, settings }: FilteredView,
): Ordering | null {
  if (orderingFilter === null) return null

  const names = request.queryValue(settings.ORDERING_PARAM)?.split(',') ?? []
  // A repeated field has no effect, so there are never more terms than fields.
  const byField = new Map<string, string>()
  for (const name of names.map((name) => name.trim())) {
    const { field } = orderingTerm(name)
    if (orderingFilter.fields.includes(field) && !byField.has(field)) byField.set(field, name)
  }
  const chosen = [...byField.values()]
  return chosen.length > 0 ? chosen : (orderingFilter.default ?? null)
}
