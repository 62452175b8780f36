import type { Ordering } from '../../../items/ordering.ts'
import { orderingOf } from '../../../pagination/pagination.ts'
import type { View } from '../../../views/view.ts'

/** An order in which a list view can be read. */
export interface ListOrder {
  /** Null: that of the items. */
  readonly ordering: Ordering | null
  /** What a client sends for it; null: nothing, the list comes so by itself. */
  readonly chosen: string | null
  /** The option that has it, as it stands in the code; null: none. */
  readonly option: string | null
}

/** The order without a choice of the client, then one for each field that it may choose. */
export function listOrders({ pagination, orderingFilter }: View): ListOrder[] {
  const chosen = orderingFilter?.fields.map((field) => ({
    ordering: [field],
    chosen: field,
    option: `orderingFilter: { fields: ['${field}'] }`,
  }))
  return [unchosen({ pagination, orderingFilter }), ...(chosen ?? [])]
}

/** As `chosenOrdering` has it: the filter's default comes before the order of the style. */
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
