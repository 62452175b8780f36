import { html } from 'hono/html'
import { isObject } from '../../../validation/values.ts'
import { locationOf } from '../../../views/generic/list.ts'
import type { Html } from '../../html.ts'
import type { PageContext } from '../../page-context.ts'
import { countText, numberText, translateFor } from '../../translate.ts'
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
  const t = translateFor(context.request)
  return html`<div class="rows" tabindex="0" role="region" aria-labelledby="rows">
<table>
<caption id="rows">${captionOf(rows, data, context)}</caption>
<thead><tr>${rows.columns.map((name) => head(name, orders.get(name)))}</tr></thead>
<tbody>
${rows.rows.map(
  (row, index) =>
    html`<tr>${rows.columns.map((name, column) => {
      const value = Object.hasOwn(row, name) ? row[name] : undefined
      return column === 0
        ? html`<th scope="row">${cell(value, paths?.[index] ?? null, t)}</th>`
        : html`<td>${cell(value, null, t)}</td>`
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
function captionOf({ rows, length }: Rows, data: unknown, { request }: PageContext): string {
  const t = translateFor(request)
  const { count, count_is: countIs }: Record<string, unknown> = isObject(data) ? data : {}
  const kind = countIs === 'at_least' || countIs === 'estimated' ? countIs : 'exact'
  const items =
    typeof count === 'number' && (kind !== 'exact' || count !== length)
      ? countText(request, count, [ofAll[kind], ofAll[kind]], {
          shown: numberText(request, length),
        })
      : countText(request, length, ['{count} item', '{count} items'])
  return rows.length < length
    ? t('{items}; the first {shown} are shown here, all in the JSON', {
        items,
        shown: numberText(request, rows.length),
      })
    : items
}

const ofAll = {
  exact: '{shown} of {count} items',
  at_least: '{shown} of at least {count} items',
  estimated: '{shown} of about {count} items',
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
