import { html } from 'hono/html'
import type { Html } from '../html.ts'
import type { Translate } from '../translate.ts'

export interface SearchFormOptions {
  /** The URL that shows the results. */
  readonly action: string
  readonly label: string
  readonly help: string
  /** The search text. Default empty. */
  readonly text?: string
  readonly t: Translate
  /** Further query parameters to keep. Default none. */
  readonly kept?: readonly (readonly [name: string, value: string])[]
}

/** Searches users: the text is sent as the query parameter `search`. */
export const searchForm = ({
  action,
  label,
  help,
  text = '',
  kept = [],
  t,
}: SearchFormOptions): Html =>
  html`<form class="search" role="search" method="get" action="${action}">
${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label for="search">${label}</label>
<div><input type="search" id="search" name="search" value="${text}" placeholder="${help}" maxlength="254" autocomplete="off" spellcheck="false"><button>${t('Search')}</button></div>
</form>`
