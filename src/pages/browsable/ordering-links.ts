import { html } from 'hono/html'
import { chosenOrdering } from '../../items/ordering-filter.ts'
import { withParameter } from '../../pagination/links.ts'
import { labelOf } from '../../validation/json-schema-parts.ts'
import type { Html } from '../html.ts'
import type { PageContext } from '../page-context.ts'

/**
 * Links to the same list in another order, for each field of its ordering filter. Null for none.
 */
export function orderingLinks({ request, view, status }: PageContext): Html | null {
  const { orderingFilter, settings } = view
  const { ORDERING_PARAM: parameter } = settings
  if (orderingFilter === null || request.method !== 'GET' || status !== 200) return null

  const [chosen = ''] = chosenOrdering(request, view) ?? []
  const link = (field: string): Html => {
    const isChosen = chosen === field
    const isReversed = chosen === `-${field}`
    const target = withParameter(query(request.url), parameter, isChosen ? `-${field}` : field)
    const state = isChosen ? 'ascending' : isReversed ? 'descending' : null
    return html`<li><a href="${target}"${state && html` aria-current="true"`}>${labelOf(field)}${state && html` <span aria-hidden="true">${isChosen ? '↑' : '↓'}</span><span class="unseen">, ${state}</span>`}</a></li>\n`
  }
  return html`<nav class="ordering" aria-label="Order"><span>Order by</span><ul>
${orderingFilter.fields.map(link)}</ul></nav>`
}

/** The query without the page: pages of one order mean nothing in another. */
function query(url: string): string {
  const parameters = /\?[^#]*/.exec(url)?.[0] ?? '?'
  return ['page', 'offset', 'cursor'].reduce(
    (left, name) => withParameter(left, name, null),
    parameters,
  )
}
