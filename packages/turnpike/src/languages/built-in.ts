import { lookup } from './accept-language.ts'
import type { MessageCatalogue } from './catalogue.ts'

/** Which texts: those of errors, or those of pages, which few services show. */
export type Part = 'errors' | 'pages'

type Loader = () => Promise<{ readonly default: MessageCatalogue }>

/*
 * The catalogues that come with Turnpike: data that a translator can edit, and that
 * tools/translations.ts checks. Each is loaded when an API first needs its language. The names of
 * the files are written out, so that bundlers find them and make them modules.
 */
const loaders: Readonly<Record<string, Readonly<Record<Part, Loader>>>> = {
  de: {
    errors: () => import('./catalogues/de.json', { with: { type: 'json' } }),
    pages: () => import('./pages/de.json', { with: { type: 'json' } }),
  },
  es: {
    errors: () => import('./catalogues/es.json', { with: { type: 'json' } }),
    pages: () => import('./pages/es.json', { with: { type: 'json' } }),
  },
  fr: {
    errors: () => import('./catalogues/fr.json', { with: { type: 'json' } }),
    pages: () => import('./pages/fr.json', { with: { type: 'json' } }),
  },
  it: {
    errors: () => import('./catalogues/it.json', { with: { type: 'json' } }),
    pages: () => import('./pages/it.json', { with: { type: 'json' } }),
  },
  ja: {
    errors: () => import('./catalogues/ja.json', { with: { type: 'json' } }),
    pages: () => import('./pages/ja.json', { with: { type: 'json' } }),
  },
  nl: {
    errors: () => import('./catalogues/nl.json', { with: { type: 'json' } }),
    pages: () => import('./pages/nl.json', { with: { type: 'json' } }),
  },
  pl: {
    errors: () => import('./catalogues/pl.json', { with: { type: 'json' } }),
    pages: () => import('./pages/pl.json', { with: { type: 'json' } }),
  },
  'pt-BR': {
    errors: () => import('./catalogues/pt-br.json', { with: { type: 'json' } }),
    pages: () => import('./pages/pt-br.json', { with: { type: 'json' } }),
  },
}

/** The tags of the catalogues that come with Turnpike, besides English. */
export const builtInLanguages: readonly string[] = Object.keys(loaders)

/** Whether it is English, of any region: its texts are those in the code. */
export const isEnglish = (tag: string): boolean => /^en(-|$)/i.test(tag)

/** Whether there is a catalogue for the language, or for a near one: `de` for `de-CH`. */
export const hasBuiltIn = (tag: string): boolean => lookup(tag, builtInLanguages) !== undefined

/** The catalogue of a language, or of a near one. Null if there is none. */
export async function loadCatalogue(tag: string, part: Part): Promise<MessageCatalogue | null> {
  const load = loaders[lookup(tag, builtInLanguages) ?? '']?.[part]
  return load === undefined ? null : (await load()).default
}
