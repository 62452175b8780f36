import { html } from 'hono/html'
import { jsonText } from '../../rendering/json.ts'
import type { Html } from '../html.ts'
import { visibleText } from './visible-text.ts'

/**
 * The data as indented JSON with strings, numbers and links marked. A string is a link if it is
 * wholly an `http:` or `https:` URL.
 *
 * The time is linear in the length of the text. A text of more than 500,000 characters stays plain:
 * its markup would hold up other requests and the browser.
 */
export function jsonMarkup(data: unknown): Html {
  const text = visibleText(jsonText(data, 2) ?? '')
  // JSON has line breaks only outside strings, so each line has at most one value.
  return text.length > longestMarked ? html`${text}` : html`${text.split('\n').map(lineMarkup)}`
}

const longestMarked = 500_000

/**
 * `  "title": "Emma",` with the value marked. Names, `true`, `false`, `null` and brackets stay
 * plain.
 */
function lineMarkup(line: string, index: number): Html {
  const start = valueStart(line)
  const end = line.endsWith(',') ? line.length - 1 : line.length
  const value = line.slice(start, end)
  const lineBreak = index === 0 ? '' : '\n'

  return html`${lineBreak}${line.slice(0, start)}${valueMarkup(value)}${line.slice(end)}`
}

function valueMarkup(value: string): Html | string {
  if (value.startsWith('"')) return html`<span class="s">${linked(value)}</span>`
  return /^[-0-9]/.test(value) ? html`<span class="n">${value}</span>` : value
}

/** The string, with its content as a link if it is a URL. */
function linked(text: string): Html | string {
  if (!/^"https?:\/\//i.test(text)) return text

  const url: string = JSON.parse(text)
  return isUrl(url) ? html`"<a href="${url}">${text.slice(1, -1)}</a>"` : text
}

/** Whether the text is an `http:` or `https:` URL from end to end. */
export const isUrl = (text: string): boolean =>
  /^https?:\/\//i.test(text) && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text)

/** Where the value of a line begins: after the indentation, and after the name if there is one. */
function valueStart(line: string): number {
  const start = line.search(/[^ ]/)
  if (line[start] !== '"') return Math.max(0, start)

  const end = stringEnd(line, start)
  return line.startsWith(': ', end) ? end + 2 : start
}

/** The index after the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++
    else if (text[index] === '"') return index + 1
  }
  return text.length
}
