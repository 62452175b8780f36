import type { Ordering, View } from 'turnpike'
import { orderingOf } from 'turnpike/internal/pagination/pagination'

/** An ordering in which a list view can be read. */
export interface ListOrder {
  /** Null means the items' own. */
  readonly ordering: Ordering | null
  /** The text that a client sends for it; null if it is the default. */
  readonly chosen: string | null
  /** The option that sets it, as written in code; null if there is none. */
  readonly option: string | null
}

/** The default ordering, then one for each field that the client may choose. */
export function listOrders({ pagination, orderingFilter }: View): ListOrder[] {
  const chosen = orderingFilter?.fields.map((field) => ({
    ordering: [field],
    chosen: field,
    option: `orderingFilter: { fields: ['${field}'] }`,
  }))
  return [unchosen({ pagination, orderingFilter }), ...(chosen ?? [])]
}

/** As in `chosenOrdering`: the filter's default takes precedence over the style's ordering. */
function unchosen({
  pagination,
  orderingFilter,
}: Pick<View, 'pagination' | 'orderingFilter'>): ListOrder {
  const chosen = null
  if (orderingFilter?.default) {
    const ordering = orderingFilter.default
    return { ordering, chosen, option: `orderingFilter: { default: ${inCode(ordering)} }` }
  }
  const ordering = orderingOf(pagination)
  if (ordering !== null) {
    return { ordering, chosen, option: `cursorPagination({ ordering: ${inCode(ordering)} })` }
  }
  return { ordering: null, chosen, option: null }
}

function inCode(ordering: Ordering): string {
  const names = ordering.map((name) => `'${name}'`).join(', ')
  return ordering.length === 1 ? names : `[${names}]`
}
