import { html } from 'hono/html'
import { reasonPhrases } from '../../http/syntax/reason-phrases.ts'
import type { Html } from '../html.ts'
import type { Translate } from '../translate.ts'

/** An error message for a page that is not about the API. */
export const errorMain = (
  status: number,
  detail: string,
  homeUrl: string,
  t: Translate,
): Html => html`<p class="code">${status}</p>
<h1>${phraseOf(status, t)}</h1>
<p class="description">${detail}</p>
<p class="buttons"><a class="button second" href="${homeUrl}">${t('To the start page')}</a></p>`

/** `404 Not Found`, for the title of a page. */
export const statusTitle = (status: number, t: Translate): string =>
  `${status} ${phraseOf(status, t)}`.trim()

const phraseOf = (status: number, t: Translate): string => t(reasonPhrases[status] ?? '')

/** The text of an error body of any shape. */
export function detailOf(data: unknown): string {
  if (typeof data === 'object' && data !== null) {
    const detail = Reflect.get(data, 'detail')
    return detail === undefined ? Object.values(data).flat().map(String).join(' ') : String(detail)
  }
  return data === undefined ? '' : String(data)
}
