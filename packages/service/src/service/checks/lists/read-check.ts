import { isKyselyItems } from '@turnpike/sql/internal/kysely/items/order-index'
import { isArrayItems } from 'turnpike/internal/items/array'
import { fieldOf } from 'turnpike/internal/items/compare'
import { orderingOf } from 'turnpike/internal/pagination/pagination'
import { itemsOf, serializerOf } from 'turnpike/internal/views/generic/list'
import { orderingTerm } from 'turnpike/kit'
import { failureOf, failureText } from '../failure.ts'
import type { Check, Finding } from '../finding.ts'
import { type ListOrder, listOrders } from './list-orders.ts'
import { hasNullKey, type Trouble, troubleOf } from './places.ts'
import { type List, readTwoPages } from './read-list.ts'

/** `lists.unreadable`, `lists.ordering`, `lists.key` and `lists.answers` */
export const listsAreReadable: Check = {
  isForDeploy: false,
  async find({ views }) {
    const findings: Finding[] = []
    for (const [path, view] of views ?? []) {
      const items = itemsOf(view)
      if (items !== null) findings.push(...(await findingsOf({ path, view, items })))
    }
    return findings
  },
}

/** Reads the first two pages in every ordering that the view offers. */
async function findingsOf(list: List): Promise<Finding[]> {
  const findings = new Map<string, Finding>()
  for (const order of listOrders(list.view)) {
    const found = await findingOf(list, order)
    // A fault in every ordering is reported once.
    if (found !== null) findings.set(`${found.id} ${found.message}`, found)
  }
  return [...findings.values()]
}

async function findingOf(list: List, order: ListOrder): Promise<Finding | null> {
  const broken = list.view.pagination === null ? null : await brokenKey(list, order)
  if (broken !== null) return broken
  try {
    const read = await readTwoPages(list, order)
    return unfitItem(list, read) ?? missingField(list, order, read)
  } catch (error) {
    return findingOfFailure(list, order, error)
  }
}

/** Reads one item with and one without the ordering, to see whether the ordering is the cause. */
async function findingOfFailure(
  list: List,
  { ordering, option }: ListOrder,
  error: unknown,
): Promise<Finding> {
  const { items } = list
  const isRead = (await failureOf(() => items.slice(0, 1))) === null
  const inOrder = () => items.orderBy(ordering ?? []).slice(0, 1)
  if (isRead && ordering && (await failureOf(inOrder)) !== null) {
    return {
      id: 'lists.ordering',
      severity: 'error',
      message: `${named(list)}: ${option}: ${failureText(error)}`,
      remedy: 'Use a column of the query.',
    }
  }
  return {
    id: 'lists.unreadable',
    severity: 'error',
    message: `${named(list)}${isRead && option ? `: ${option}` : ''}: ${failureText(error)}`,
    remedy: 'Correct the items or the pagination of the view: its GET fails.',
  }
}

/** The compiler knows the fields of the items, but not the stored values. */
function unfitItem(list: List, items: readonly unknown[]): Finding | null {
  const serialize = serializerOf(list.view)
  try {
    if (serialize !== null) items.forEach(serialize)
    return null
  } catch (error) {
    return {
      id: 'lists.answers',
      severity: 'error',
      message: `${named(list)}: ${failureText(error)}`,
      remedy: 'Correct answers of the view, or the stored values: GET fails for such items.',
    }
  }
}

/** A database rejects an unknown column. An array silently keeps its order. */
function missingField(list: List, order: ListOrder, items: readonly unknown[]): Finding | null {
  if (!isArrayItems(list.items) || items.length === 0) return null
  const isMissing = (field: string) =>
    items.every((item) => fieldOf(item as object, field) === null)
  const missing = order.ordering?.map((name) => orderingTerm(name).field).find(isMissing)
  if (missing === undefined) return null
  return {
    id: 'lists.ordering',
    severity: 'warning',
    message: `${named(list)}: ${order.option}: none of the items read has the field ${missing}, so the list is not ordered by it.`,
    remedy: 'Use a field of the items.',
  }
}

async function brokenKey(
  list: List,
  { ordering, chosen, option }: ListOrder,
): Promise<Finding | null> {
  const { items, view } = list
  const { keyset } = items
  // Numbered pages of an array need no key: the array has its own order.
  const usesKey = orderingOf(view.pagination) !== null || isKyselyItems(items)
  if (keyset === undefined || !usesKey) return null

  const find = async (): Promise<Trouble | null> =>
    chosen === null && (await hasNullKey(keyset)) ? 'null' : troubleOf(keyset, ordering ?? [])
  // Read errors are reported when the pages are read.
  const first = await find().catch(() => null)
  // An item added between two reads is not a fault, and unlikely to happen twice.
  const trouble = first === 'unstable' ? await find() : first
  if (trouble === null) return null

  const key = keyset.complete([]).join(', ')
  return {
    id: 'lists.key',
    severity: 'error',
    message: `${named(list)}: ${messages[trouble](key, option ?? 'the order of the query')}`,
    remedy: remedies[trouble],
  }
}

const messages: Record<Trouble, (key: string, option: string) => string> = {
  null: (key) => `the key ${key} is null in some items, so pages lose or repeat items.`,
  repeated: (key) => `several items have the same key ${key}, so pages lose or repeat items.`,
  unstable: (_key, option) =>
    `${option}: the second page does not continue where the first one ends.`,
}

const remedies: Record<Trouble, string> = {
  null: 'Use a key that is never null: { key }.',
  repeated:
    "Use a key that is unique in the result, with several columns if need be: { key: ['note.id', 'tag.id'] }.",
  unstable: 'Order by columns whose values stay the same between two requests.',
}

const named = ({ path, view }: List): string => `${view.name} at ${path}`
