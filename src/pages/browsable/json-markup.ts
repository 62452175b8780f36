import { html } from 'hono/html'
import type { Html } from '../html.ts'

/**
 * The data as indented JSON in which strings, numbers and links are marked. Links are the strings
 * that are an `http:` or `https:` URL from end to end.
 *
 * The work grows with the length of the text: each character is looked at a fixed number of times.
 * A text of more than 500,000 characters stays plain: its markup would hold up other requests, and
 * the browser.
 */
export function jsonMarkup(data: unknown): Html {
  const text = (JSON.stringify(data, null, 2) ?? '').replace(deceiving, escaped)
  // JSON breaks lines outside of strings only, so that each line holds one value at most.
  return text.length > longestMarked ? html`${text}` : html`${text.split('\n').map(lineMarkup)}`
}

/**
 * What shows other texts than there are: marks that turn the direction of writing round, and
 * controls. Escaped, they are the same JSON.
 */
const deceiving = /[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

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

/** The string as it is, or with its content as a link. */
function linked(text: string): Html | string {
  if (!/^"https?:\/\//i.test(text)) return text

  const url: string = JSON.parse(text)
  const isUrl = !/[\s\p{Cc}]/u.test(url) && URL.canParse(url)
  return isUrl ? html`"<a href="${url}">${text.slice(1, -1)}</a>"` : text
}

/**
 * Where the value of a line begins: behind the indentation, and behind the name when there is one.
 */
function valueStart(line: string): number {
  const start = line.search(/[^ ]/)
  if (line[start] !== '"') return Math.max(0, start)

  const end = stringEnd(line, start)
  return line.startsWith(': ', end) ? end + 2 : start
}

/** The index behind the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++
    else if (text[index] === '"') return index + 1
  }
  return text.length
}
