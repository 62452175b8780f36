import { html } from 'hono/html'
import { isObject } from '../../../validation/values.ts'
import { locationOf } from '../../../views/generic/list.ts'
import type { Html } from '../../html.ts'
import type { PageContext } from '../../page-context.ts'
import { countText, numberText, translateFor } from '../../translate.ts'
import { isMoment } from '../moment.ts'
import { isPath } from '../path.ts'
import type { RelatedItems } from '../related.ts'
import { visibleText } from '../visible-text.ts'
import { blank, cell, relatedLink } from './cell.ts'
import { arrow, type FieldOrder } from './order.ts'
import type { Rows } from './rows.ts'

/** The rows as a table. It scrolls by itself when it is wider than the page. */
export function rowsTable(
  rows: Rows,
  orders: ReadonlyMap<string, FieldOrder>,
  data: unknown,
  context: PageContext,
  related: RelatedItems,
): Html {
  const paths = pathsOf(rows, context)
  const { request } = context
  return html`<div class="rows" tabindex="0" role="region" aria-labelledby="rows">
<table>
<caption id="rows">${captionOf(rows, data, context)}${hasMoments(rows) && html` <span class="zone">${translateFor(request)('Times in UTC')}</span>`}</caption>
<thead><tr>${rows.columns.map((name) => head(name, orders.get(name)))}</tr></thead>
<tbody>
${rows.rows.map(
  (row, index) =>
    html`<tr>${rows.columns.map((name, column) => {
      const value = Object.hasOwn(row, name) ? row[name] : undefined
      const path = column === 0 ? (paths?.[index] ?? null) : null
      const other = path === null ? related(name, value) : null
      const shown = other ? relatedLink(value, other) : cell(value, path, request)
      return column === 0 ? html`<th scope="row">${shown}</th>` : html`<td>${shown}</td>`
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

const hasMoments = ({ rows }: Rows): boolean =>
  rows.some((row) => Object.values(row).some(isMoment))

/** `50 of 3,412 items` */
function captionOf(rows: Rows, data: unknown, context: PageContext): string {
  const { request } = context
  const items = itemsOf(rows, data, context)
  return rows.rows.length < rows.length
    ? translateFor(request)('{items}; the first {shown} are shown here, all in the JSON', {
        items,
        shown: numberText(request, rows.rows.length),
      })
    : items
}

/** How many items there are, as far as the response says so. */
function itemsOf({ length }: Rows, data: unknown, context: PageContext): string {
  const { request } = context
  const { count, count_is: countIs }: Record<string, unknown> = isObject(data) ? data : {}
  const kind = countIs === 'at_least' || countIs === 'estimated' ? countIs : 'exact'
  if (typeof count === 'number' && (kind !== 'exact' || count !== length)) {
    const shown = numberText(request, length)
    return countText(request, count, [ofAll[kind], ofAll[kind]], { shown })
  }
  const place = count === length ? 'whole' : placeOf(data, context)
  return countText(request, length, ofPage[place])
}

/** Where the page of a list is that is not counted. */
function placeOf(data: unknown, { response }: PageContext): keyof typeof ofPage {
  const links: Record<string, unknown> = isObject(data) ? data : {}
  const hasLink = (name: 'next' | 'previous') => Boolean(response.controls?.[name] ?? links[name])
  if (hasLink('previous')) return 'later'
  return hasLink('next') ? 'first' : 'whole'
}

const ofPage = {
  whole: ['{count} item', '{count} items'],
  first: ['The first {count} item', 'The first {count} items'],
  later: ['{count} item on this page', '{count} items on this page'],
} as const

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
