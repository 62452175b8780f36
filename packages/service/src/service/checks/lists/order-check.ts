import { needsSort } from '@turnpike/sql/internal/kysely/items/order-index'
import type { Ordering, View } from 'turnpike'
import { itemsOf } from 'turnpike/internal/views/generic/list'
import { nestingOf } from 'turnpike/internal/views/generic/parent'
import { orderingTerm } from 'turnpike/kit'
import type { Check, Finding } from '../finding.ts'
import { listOrders } from './list-orders.ts'

/** `lists.order` */
export const ordersHaveIndexes: Check = {
  isForDeploy: false,
  async find({ views }) {
    const findings: Finding[] = []
    for (const [path, view] of views ?? []) {
      const items = itemsOf(view)
      // An index for the items of one parent may begin with the field that refers to it.
      if (items === null || nestingOf(view) !== null) continue
      for (const ordering of orderingsOf(view)) {
        // An ordering that cannot be read is reported by `lists.ordering`.
        if ((await needsSort(items, ordering).catch(() => null)) !== true) continue
        findings.push({
          id: 'lists.order',
          severity: 'warning',
          message: `${path} reads and sorts its whole table for each page in the order ${ordering.join(', ')}.`,
          remedy: `Add an index on ${columnsOf(ordering)} and the primary key, or remove the ordering.`,
        })
      }
    }
    return findings
  },
}

/** An index serves both directions, so only one is checked. */
function orderingsOf(view: View): Ordering[] {
  const orderings = listOrders(view).map(({ ordering }) => ordering ?? [])
  const byColumns = new Map(orderings.map((ordering) => [columnsOf(ordering), ordering]))
  byColumns.delete('')
  return [...byColumns.values()]
}

const columnsOf = (ordering: Ordering): string =>
  ordering.map((name) => orderingTerm(name).field).join(', ')
