import { html } from 'hono/html'
import { isRead } from '../../../http/syntax/safe-methods.ts'
import { formErrors } from '../../forms/fields.ts'
import { errorsOf } from '../../forms/sent-values.ts'
import type { Html } from '../../html.ts'
import type { PageContext } from '../../page-context.ts'
import { translateFor } from '../../translate.ts'
import { visibleText } from '../visible-text.ts'
import { filterFields, searchField } from './filter-fields.ts'
import { linkWith, positionOf } from './list-query.ts'

/** With more fields than this, the filters are folded in unless one has an error. */
const maxUnfolded = 4

/**
 * The form that searches and filters a list: a field for each parameter of its filters, with the
 * values of the query and their errors. Null when there is nothing to choose, and for clients that
 * may not see the list.
 */
export function queryForm(data: unknown, context: PageContext): Html | null {
  const { request, view, status } = context
  if (view.filters === null || !isRead(request.method)) return null
  if (status === 401 || status === 403) return null

  const t = translateFor(request)
  const errors = status === 400 ? errorsOf(data, context) : new Map<string, string[]>()
  const searchName = view.search && view.settings.SEARCH_PARAM
  const isSent = (name: string) => (request.queryValue(name) ?? '') !== ''
  const parameters = view.filters.parameters
  const filters = parameters.filter(({ name }) => name !== searchName)
  const used = filters.map(({ name }) => name).filter(isSent)
  const isUnfolded = filters.length <= maxUnfolded || filters.some(({ name }) => errors.has(name))
  const isUsed = errors.size > 0 || parameters.some(({ name }) => isSent(name))

  const names = new Set(parameters.map(({ name }) => name))
  const removed = [...names, ...errors.keys()].map((name) => [name, null] as const)
  const clear = isUsed
    ? html`<a class="button second" href="${linkWith(context, Object.fromEntries(removed))}">${t('Clear')}</a>`
    : null

  const label =
    searchName === null
      ? t('Filters')
      : filters.length === 0
        ? t('Search')
        : t('Search and filters')
  return html`<form class="card query" role="search" aria-label="${label}" method="get" novalidate>
${keptParameters(context, new Set([...names, ...errors.keys()]))}
${formErrors(errorsBeside(names, errors))}
${searchName !== null && html`<div class="find">${searchField(searchName, context, errors)}<p class="buttons"><button>${t('Search')}</button>${clear}</p></div>`}
${
  filters.length > 0 &&
  html`<details class="filters"${isUnfolded && html` open`}>
<summary>${t('Filters')}${used.length > 0 && html` <span class="used">${usedWords(used, context)}</span>`}</summary>
<div class="groups">
${filterFields(filters, context, errors)}
</div>
<p class="buttons"><button class="${searchName !== null && 'second'}">${t('Filter')}</button></p>
</details>`
}
${searchName === null && clear !== null && html`<p class="buttons">${clear}</p>`}
</form>`
}

/** The errors of the list as a whole, and of parameters that it does not have. */
const errorsBeside = (names: ReadonlySet<string>, errors: ReadonlyMap<string, string[]>) =>
  [...errors].flatMap(([name, texts]) =>
    names.has(name) ? [] : texts.map((text) => (name === '' ? text : `${name}: ${text}`)),
  )

/** The filters in use: `size=small, year__gte=1815` */
function usedWords(names: readonly string[], { request }: PageContext): string {
  const words = names.map((name) => `${name}=${request.queryValue(name)}`).join(', ')
  return visibleText(words.length > 200 ? `${words.slice(0, 200)}…` : words)
}

/** The rest of the query, such as the order, without the page. */
function keptParameters(context: PageContext, left: ReadonlySet<string>): Html[] {
  const position = positionOf(context)
  return [...context.request.query]
    .filter(([name]) => !left.has(name) && !position.includes(name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
}
