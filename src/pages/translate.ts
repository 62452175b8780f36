import { html } from 'hono/html'
import type { Languages } from '../languages/languages.ts'
import { fill, place, type Values } from '../languages/message.ts'
import type { Html } from './html.ts'

/**
 * The text in the language of a page: `t('Sign in')`. A text with a number has two templates,
 * `t(count === 1 ? '{count} user' : '{count} users', { count })`; a catalogue has the forms of its
 * language for both. It is no markup: `html` escapes it.
 */
export type Translate = (text: string, values?: Values) => string

/** What has a language: a request, or what an error view gets. */
interface Translating {
  readonly translator: { translate(text: string, values?: Values): string } | null
}

/** How a page translates its texts. It is for pages that a renderer of this folder frames. */
export const translateFor = ({ translator }: Translating): Translate =>
  translator === null ? fill : (text, values) => translator.translate(text, values)

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
