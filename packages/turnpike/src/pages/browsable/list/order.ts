import { html } from 'hono/html'
import { isRead } from '../../../http/syntax/safe-methods.ts'
import { chosenOrdering } from '../../../items/ordering-filter.ts'
import { labelOf } from '../../../validation/json-schema-parts.ts'
import type { Html } from '../../html.ts'
import type { PageContext } from '../../page-context.ts'
import type { Translate } from '../../translate.ts'
import { linkWith } from './list-query.ts'

/** How a list can be ordered by one field. */
export interface FieldOrder {
  /** The list in the order of the field; in the reverse one, if it is in that order. */
  readonly url: string
  /** The current order, if it is by this field. */
  readonly state: 'ascending' | 'descending' | null
}

/** The fields by which clients may order the list, in the order of its ordering filter. */
export function ordersOf(context: PageContext): ReadonlyMap<string, FieldOrder> {
  const { request, view, status } = context
  const { orderingFilter, settings } = view
  if (orderingFilter === null || !isRead(request.method) || status !== 200) return new Map()

  const [chosen = ''] = chosenOrdering(request, view) ?? []
  return new Map(
    orderingFilter.fields.map((field) => {
      const isChosen = chosen === field
      const url = linkWith(context, {
        [settings.ORDERING_PARAM]: isChosen ? `-${field}` : field,
      })
      const isReversed = chosen === `-${field}`
      return [field, { url, state: isChosen ? 'ascending' : isReversed ? 'descending' : null }]
    }),
  )
}

/** Links to the list in another order, by fields that are not heads of its table. Null for none. */
export function orderingLinks(
  orders: ReadonlyMap<string, FieldOrder>,
  columns: readonly string[],
  t: Translate,
): Html | null {
  const others = [...orders].filter(([field]) => !columns.includes(field))
  if (others.length === 0) return null

  return html`<nav class="ordering" aria-label="${t('Order')}"><span>${t('Order by')}</span><ul>
${others.map(([field, { url, state }]) => html`<li><a href="${url}"${state && html` aria-current="true"`}>${labelOf(field)}${arrow(state)}${state && html`<span class="unseen">, ${state === 'ascending' ? t('ascending') : t('descending')}</span>`}</a></li>\n`)}</ul></nav>`
}

export const arrow = (state: FieldOrder['state']): Html | null =>
  state && html` <span aria-hidden="true">${state === 'ascending' ? '↑' : '↓'}</span>`
