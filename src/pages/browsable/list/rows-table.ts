import { html } from 'hono/html'
import { isObject } from '../../../validation/values.ts'
import { locationOf } from '../../../views/generic/list.ts'
import type { Html } from '../../html.ts'
import type { PageContext } from '../../page-context.ts'
import { isPath } from '../path.ts'
import { visibleText } from '../visible-text.ts'
import { blank, cell } from './cell.ts'
import { arrow, type FieldOrder } from './order.ts'
import type { Rows } from './rows.ts'

/** The rows as a table. It scrolls by itself when it is wider than the page. */
export function rowsTable(
  rows: Rows,
  orders: ReadonlyMap<string, FieldOrder>,
  data: unknown,
  context: PageContext,
): Html {
  const paths = pathsOf(rows, context)
  return html`<div class="rows" tabindex="0" role="region" aria-labelledby="rows">
<table>
<caption id="rows">${captionOf(rows, data)}</caption>
<thead><tr>${rows.columns.map((name) => head(name, orders.get(name)))}</tr></thead>
<tbody>
${rows.rows.map(
  (row, index) =>
    html`<tr>${rows.columns.map((name, column) => {
      const value = Object.hasOwn(row, name) ? row[name] : undefined
      return column === 0
        ? html`<th scope="row">${cell(value, paths?.[index] ?? null)}</th>`
        : html`<td>${cell(value, null)}</td>`
    })}</tr>\n`,
)}</tbody>
</table>
</div>`
}

function head(name: string, order: FieldOrder | undefined): Html {
  const shown = name.trim() === '' ? blank(name) : visibleText(name)
  return order === undefined
    ? html`<th scope="col">${shown}</th>`
    : html`<th scope="col"${order.state && html` aria-sort="${order.state}"`}><a href="${order.url}">${shown}${arrow(order.state)}</a></th>`
}

/** `50 of 3,412 items` */
function captionOf({ rows, length }: Rows, data: unknown): string {
  const { count, count_is: countIs }: Record<string, unknown> = isObject(data) ? data : {}
  const words = countIs === 'at_least' ? 'at least ' : countIs === 'estimated' ? 'about ' : ''
  const shown = length.toLocaleString('en')
  const items =
    typeof count === 'number' && (words !== '' || count !== length)
      ? `${shown} of ${words}${count.toLocaleString('en')} items`
      : `${shown} ${length === 1 ? 'item' : 'items'}`
  return rows.length < length
    ? `${items}; the first ${rows.length.toLocaleString('en')} are shown here, all in the JSON`
    : items
}

/** Where each item is, if the list view has a `location`. */
function pathsOf({ length, rows }: Rows, context: PageContext): (string | null)[] | null {
  const { request, response, view } = context
  const location = locationOf(view)
  const { items } = response
  if (location === null || items?.length !== length) return null

  return rows.map((_, index) => {
    try {
      const path = location(items[index], request)
      return isPath(path) ? path : null
    } catch {
      // It was written for new items. One that it cannot locate is shown all the same.
      return null
    }
  })
}
