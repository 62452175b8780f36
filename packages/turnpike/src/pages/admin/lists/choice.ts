import { html } from 'hono/html'
import type { ApiRequest } from '../../../http/request.ts'
import type { Html } from '../../html.ts'
import { queryWith } from './query-links.ts'

/** A filter of a list: a query parameter that is `yes`, `no` or absent. */
export interface Choice {
  readonly label: string
  /** The query parameter. */
  readonly name: string
  /** The texts of the three links. */
  readonly all: string
  readonly yes: string
  readonly no: string
}

/** Links that filter the list by a flag, with the current one marked. */
export function choice(request: ApiRequest, { label, name, all, yes, no }: Choice): Html {
  const current = request.queryValue(name)
  const options = [
    { value: null, text: all },
    { value: 'yes', text: yes },
    { value: 'no', text: no },
  ]
  const isCurrent = (value: string | null) =>
    value === (current === 'yes' || current === 'no' ? current : null)
  return html`<nav class="choice" aria-label="${label}"><span aria-hidden="true">${label}</span><ul>
${options.map(({ value, text }) => html`<li><a href="${queryWith(request, name, value)}"${isCurrent(value) && html` aria-current="${'true'}"`}>${text}</a></li>\n`)}</ul></nav>`
}
