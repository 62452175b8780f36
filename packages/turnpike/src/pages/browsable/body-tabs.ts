import { html } from 'hono/html'
import type { Html } from '../html.ts'
import type { Translate } from '../translate.ts'

/** A response as programs get it. */
export interface ForPrograms {
  /** Its header fields. */
  readonly fields: Html
  /** Its body; null for none. */
  readonly json: Html | null
}

/** The response for people, in front of the response for programs. */
export const bodyTabs = (
  name: string,
  forPeople: Html,
  { fields, json }: ForPrograms,
  t: Translate,
): Html => html`<div class="tabs bodies" role="group" aria-label="${t('Form of the response')}">
<input type="radio" name="body-tab" id="body-tab-rows" checked><label for="body-tab-rows">${name}</label>
<input type="radio" name="body-tab" id="body-tab-json"><label for="body-tab-json">JSON</label>
<div class="panel">${forPeople}</div>
<div class="panel">${fields}${json}</div>
</div>`
