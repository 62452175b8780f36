import { html } from 'hono/html'
import type { HttpRequest } from '../http/http-request.ts'
import type { Languages } from '../languages/languages.ts'
import { fill, type MessageValues, place } from '../languages/message.ts'
import type { Html } from './html.ts'

/**
 * The text in the language of a page: `t('Sign in')`. A text with a number has two templates,
 * `t(count === 1 ? '{count} user' : '{count} users', { count })`; a catalogue has the forms of its
 * language for both. It is not markup: `html` escapes it.
 */
export type Translate = (text: string, values?: MessageValues) => string

/** Anything with a translator: a request, or the context of an error view. */
interface Translating {
  readonly translator: { translate(text: string, values?: MessageValues): string } | null
}

/** The reader of numbers: a request. */
export type InLanguage = Translating & Pick<HttpRequest, 'language'>

/** How a page translates its texts. It is for pages that a renderer of this folder frames. */
export const translateFor = ({ translator }: Translating): Translate =>
  translator === null ? fill : (text, values) => translator.translate(text, values)

/** A text with a number in the digits of the language: `1 user`, `1,203 users`. */
export function countText(
  request: InLanguage,
  count: number,
  [one, many]: readonly [one: string, many: string],
  values: MessageValues = {},
): string {
  // The number itself comes first: it decides between the forms of the language.
  return translateFor(request)(count === 1 ? one : many, {
    number: count,
    count: numberText(request, count),
    ...values,
  })
}

/** `1,203`, in the digits of the language. */
export const numberText = ({ language }: InLanguage, count: number): string =>
  count.toLocaleString(language)

/** A text with markup in its places: `markup(t, 'Signed in as {user}.', { user })`. */
export function markup(t: Translate, text: string, values: Readonly<Record<string, Html>>): Html {
  // Odd parts are the names of the places.
  const parts = t(text).split(place)
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : (values[part] ?? '')))}`
}

/** Loads the texts of pages, of which an API without pages has none. */
export async function loadPageTexts(languages: Languages | null | undefined): Promise<void> {
  if (languages) await languages.load('pages')
}
