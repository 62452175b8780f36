import { html } from 'hono/html'
import type { Html } from '../html.ts'

export interface SearchFormOptions {
  /** Where it leads. */
  readonly action: string
  readonly label: string
  readonly help: string
  /** What is being looked for. Default nothing. */
  readonly text?: string
  /** Further parameters of the query that stay. Default none. */
  readonly kept?: readonly (readonly [name: string, value: string])[]
}

/** Looks for users: the text goes into the query as `search`. */
export const searchForm = ({
  action,
  label,
  help,
  text = '',
  kept = [],
}: SearchFormOptions): Html =>
  html`<form class="search" role="search" method="get" action="${action}">
${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label for="search">${label}</label>
<div><input type="search" id="search" name="search" value="${text}" placeholder="${help}" maxlength="254" autocomplete="off" spellcheck="false"><button>Search</button></div>
</form>`
