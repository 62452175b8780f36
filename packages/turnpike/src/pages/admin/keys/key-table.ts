import { html } from 'hono/html'
import type { ApiKey } from '../../../accounts/keys/api-key.ts'
import type { Html } from '../../html.ts'
import type { Translate } from '../../translate.ts'
import { heading, type Sorting } from '../lists/column.ts'
import { maskedBeginning, timeText } from '../texts.ts'
import type { AdminUrls } from '../visit.ts'

export interface KeyTableOptions {
  readonly t: Translate
  readonly urls: AdminUrls
  /** The name of the table, for screen readers. */
  readonly label: string
  /** Whether the keys are those of several users. Default false. */
  readonly hasUsers?: boolean
  /** How the list can be sorted by a field. Default: it cannot. */
  sortingOf?(field: string): Sorting
}

/** A table of API keys: what they may do, until when, and whether they are used. */
export function keyTable(keys: readonly ApiKey[], options: KeyTableOptions): Html {
  const { t, label, hasUsers = false, sortingOf } = options
  return html`<div class="scroll"><table class="list keys" role="table" aria-label="${label}">
<thead role="rowgroup"><tr role="row">
${heading(t('Name'), sortingOf?.('name'))}${hasUsers && heading(t('User'), undefined)}${heading(t('Key'), undefined)}${heading(t('Created'), sortingOf?.('created'))}${heading(t('Expires'), sortingOf?.('expires'))}${heading(t('Last use'), sortingOf?.('lastUsed'))}${heading(t('Status'), undefined)}${heading(t('Action'), undefined)}</tr></thead>
<tbody role="rowgroup">
${keys.map((apiKey) => row(apiKey, options))}</tbody>
</table></div>`
}

/** Fields by which a list of API keys can be sorted. */
export const sortableFields: readonly string[] = ['name', 'created', 'expires', 'lastUsed']

function row(apiKey: ApiKey, { t, urls, hasUsers = false }: KeyTableOptions): Html {
  const { id, name, prefix, scopes, allowedAddresses, created, expires, lastUsed, user } = apiKey
  const revoke = urls.user(user, `keys/${encodeURIComponent(id)}/revoke/`)
  return html`<tr role="row">
<th scope="row" role="rowheader"><bdi>${name}</bdi>
<div class="limits">${
    scopes.length === 0
      ? t('No scopes')
      : several(scopes, t('{count} scopes', { count: scopes.length }))
  }</div>
${allowedAddresses && html`<div class="limits">${t('Only from:')} ${several(allowedAddresses, t('{count} addresses', { count: allowedAddresses.length }))}</div>`}</th>
${hasUsers && html`<td role="cell" class="owner"><a href="${urls.user(user)}#api-keys"><bdi>${user.username}</bdi></a></td>\n`}<td role="cell" class="beginning">${maskedBeginning(prefix, t)}</td>
<td role="cell" class="when" data-label="${t('Created')}">${timeText(created, true)}</td>
<td role="cell" class="when" data-label="${t('Expires')}">${expires === null ? t('Never') : timeText(expires, true)}</td>
<td role="cell" class="when" data-label="${t('Last use')}">${lastUsed === null ? t('Never') : timeText(lastUsed, true)}</td>
<td role="cell" class="states">${state(apiKey, t)}</td>
<td role="cell" class="act"><a href="${revoke}">${t('Revoke…')}<span class="unseen"> ${name}</span></a></td>
</tr>\n`
}

/** A few values are shown, many when they are asked for. */
const several = (values: readonly string[], summary: string): Html =>
  values.length <= 4
    ? list(values)
    : html`<details><summary>${summary}</summary>${list(values)}</details>`

const list = (values: readonly string[]): Html =>
  html`${values.map((value) => html`<code>${value}</code> `)}`

function state({ expires, user }: ApiKey, t: Translate): Html {
  if (expires !== null && expires.getTime() <= Date.now()) {
    return html`<span class="state bad">${t('Expired')}</span>`
  }
  return user.isActive
    ? html`<span class="state good">${t('Valid')}</span>`
    : html`<span class="state bad">${t('User inactive')}</span>`
}
