import { html } from 'hono/html'
import type { Html } from '../../html.ts'
import { type InLanguage, translateFor } from '../../translate.ts'
import { isUrl } from '../json-markup.ts'
import { isMoment, momentMarkup } from '../moment.ts'
import type { Related } from '../related.ts'
import { visibleText } from '../visible-text.ts'

/** Maximum number of characters of a text and of JSON. */
interface Longest {
  readonly text: number
  readonly json: number
}

/** Longer ones are cut: the JSON has them in full. */
const inTables: Longest = { text: 120, json: 60 }
const inItems: Longest = { text: 10_000, json: 2_000 }

/** Longer texts are broken into lines. */
const longestLine = 40

/**
 * A value of a table. An absent one is empty, and null differs from the text `null`.
 *
 * @param path where the item is; its value becomes a link.
 */
export function cell(value: unknown, path: string | null, request: InLanguage): Html {
  const shown = valueMarkup(value, path === null, inTables, request)
  return path === null
    ? shown
    : html`<a href="${path}">${value === undefined ? translateFor(request)('Open') : shown}</a>`
}

/** A value with room for all of it. A moment says that it is in UTC. */
export const wholeValue = (value: unknown, request: InLanguage): Html =>
  html`${valueMarkup(value, true, inItems, request)}${isMoment(value) && ' UTC'}`

/** A link to the item that the value refers to. Pointing at its name shows the value. */
export const relatedLink = (value: unknown, { url, name }: Related): Html =>
  name === null
    ? html`<a href="${url}">${visibleText(`${value}`)}</a>`
    : html`<a href="${url}" title="${value}">${shortened(name)}</a>`

function valueMarkup(
  value: unknown,
  mayLink: boolean,
  longest: Longest,
  request: InLanguage,
): Html {
  switch (typeof value) {
    case 'undefined':
      return html``
    case 'string':
      return textMarkup(value, mayLink, longest.text, request)
    case 'number':
      return html`<span class="n">${value}</span>`
    case 'object':
      return value === null
        ? html`<i class="null">null</i>`
        : html`<code>${shortened(JSON.stringify(value), longest.json)}</code>`
    default:
      return html`${String(value)}`
  }
}

function textMarkup(text: string, mayLink: boolean, longest: number, request: InLanguage): Html {
  if (text.trim() === '') return blank(text)
  const moment = momentMarkup(text, request)
  if (moment !== null) return moment
  const kind = text.length > longestLine ? 't long' : 't'
  const shown = html`<span class="${kind}">${shortened(text, longest)}</span>`
  return mayLink && isUrl(text) ? html`<a href="${text}">${shown}</a>` : shown
}

/** A text in which nothing is to be seen, as in JSON. */
export const blank = (text: string): Html =>
  html`<i class="null">${JSON.stringify(shortened(text))}</i>`

function shortened(text: string, maxLength = inTables.text): string {
  if (text.length <= maxLength) return visibleText(text)
  // Counted in characters, so that none is cut in half.
  const characters = Array.from(text.slice(0, 2 * maxLength + 1))
  return characters.length <= maxLength
    ? visibleText(text)
    : visibleText(`${characters.slice(0, maxLength).join('')}…`)
}
