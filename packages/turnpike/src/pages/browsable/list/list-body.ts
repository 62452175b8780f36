import { html } from 'hono/html'
import { isRead } from '../../../http/syntax/safe-methods.ts'
import type { Html } from '../../html.ts'
import type { PageContext } from '../../page-context.ts'
import { translateFor } from '../../translate.ts'
import { bodyTabs, type ForPrograms } from '../body-tabs.ts'
import type { RelatedItems } from '../related.ts'
import { orderingLinks, ordersOf } from './order.ts'
import { listIn, rowsOf } from './rows.ts'
import { rowsTable } from './rows-table.ts'

/**
 * The header fields and the body of a response. For a list a table of its rows is in front of them.
 */
export function listBody(
  data: unknown,
  shown: ForPrograms,
  context: PageContext,
  related: RelatedItems,
): Html {
  const t = translateFor(context.request)
  const orders = ordersOf(context)
  const rows = rowsOf(data, context)
  const links = orderingLinks(orders, rows?.columns ?? [], t)
  if (rows === null) {
    return html`${shown.fields}${links}${emptyNotice(data, context)}\n${shown.json}`
  }
  const table = rowsTable(rows, orders, data, context, related)
  return html`${links}\n${bodyTabs(t('Table'), table, shown, t)}`
}

/** The notice for people about a list without items, beside the JSON. */
function emptyNotice(data: unknown, context: PageContext): Html | null {
  const { request, view, status } = context
  if (!isRead(request.method) || status !== 200 || listIn(data, context)?.length !== 0) return null

  const t = translateFor(request)
  const isNarrowed = view.filters?.parameters.some(({ name }) => request.queryValue(name))
  return html`<p class="nothing">${isNarrowed ? t('Nothing matches.') : t('There are no items here.')}</p>`
}
