import { html } from 'hono/html'
import type { Html } from '../../html.ts'

/** How a list can be sorted by a column. */
export interface Sorting {
  readonly url: string
  readonly direction: 'ascending' | 'descending' | null
}

/** The heading of a column. It is a link if the list can be sorted by it. */
export function heading(name: string, sorting: Sorting | undefined): Html {
  if (sorting === undefined) return html`<th scope="col" role="columnheader">${name}</th>\n`

  const { url, direction } = sorting
  const arrow = direction === null ? '' : direction === 'ascending' ? '↑' : '↓'
  return html`<th scope="col" role="columnheader"${direction && html` aria-sort="${direction}"`}><a href="${url}">${name}${arrow && html`<span aria-hidden="true"> ${arrow}</span>`}</a></th>\n`
}
