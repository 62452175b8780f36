import { html } from 'hono/html'
import type { Html } from '../../html.ts'
import type { PageContext } from '../../page-context.ts'
import { orderingLinks, ordersOf } from './order.ts'
import { rowsOf } from './rows.ts'
import { rowsTable } from './rows-table.ts'

/**
 * The body of a response: its JSON, and for a list also a table of its rows, which is in front.
 */
export function listBody(data: unknown, json: Html | null, context: PageContext): Html {
  const orders = ordersOf(context)
  const rows = rowsOf(data, context)
  const links = orderingLinks(orders, rows?.columns ?? [])
  if (rows === null) return html`${links}\n${json}`

  return html`${links}
<div class="tabs bodies" role="group" aria-label="Form of the body">
<input type="radio" name="body-tab" id="body-tab-rows" checked><label for="body-tab-rows">Table</label>
<input type="radio" name="body-tab" id="body-tab-json"><label for="body-tab-json">JSON</label>
<div class="panel">${rowsTable(rows, orders, data, context)}</div>
<div class="panel">${json}</div>
</div>`
}
