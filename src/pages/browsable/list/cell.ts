import { html } from 'hono/html'
import type { Html } from '../../html.ts'
import type { Translate } from '../../translate.ts'
import { isUrl } from '../json-markup.ts'
import { visibleText } from '../visible-text.ts'

/** Longer texts are cut: the JSON has them in full. */
const longestText = 120
const longestJson = 60

/** Longer texts are broken into lines. */
const longestLine = 40

/**
 * A value of a table. An absent one is empty, and null differs from the text `null`.
 *
 * @param path where the item is; its value becomes a link.
 */
export function cell(value: unknown, path: string | null, t: Translate): Html {
  const shown = valueMarkup(value, path === null)
  return path === null
    ? shown
    : html`<a href="${path}">${value === undefined ? t('Open') : shown}</a>`
}

function valueMarkup(value: unknown, mayLink: boolean): Html {
  switch (typeof value) {
    case 'undefined':
      return html``
    case 'string':
      return textMarkup(value, mayLink)
    case 'number':
      return html`<span class="n">${value}</span>`
    case 'object':
      return value === null
        ? html`<i class="null">null</i>`
        : html`<code>${shortened(JSON.stringify(value), longestJson)}</code>`
    default:
      return html`${String(value)}`
  }
}

function textMarkup(text: string, mayLink: boolean): Html {
  if (text.trim() === '') return blank(text)
  const kind = text.length > longestLine ? 't long' : 't'
  const shown = html`<span class="${kind}">${shortened(text)}</span>`
  return mayLink && isUrl(text) ? html`<a href="${text}">${shown}</a>` : shown
}

/** A text in which nothing is to be seen, as in JSON. */
export const blank = (text: string): Html =>
  html`<i class="null">${JSON.stringify(shortened(text))}</i>`

function shortened(text: string, maxLength = longestText): string {
  if (text.length <= maxLength) return visibleText(text)
  // Counted in characters, so that none is cut in half.
  const characters = Array.from(text.slice(0, 2 * maxLength + 1))
  return characters.length <= maxLength
    ? visibleText(text)
    : visibleText(`${characters.slice(0, maxLength).join('')}…`)
}
