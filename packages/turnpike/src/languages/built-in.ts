import { lookup } from './accept-language.ts'
import type { MessageCatalogue } from './catalogue.ts'

/** Which texts: those of errors, or those of pages, which few services show. */
export type Part = 'errors' | 'pages'

type Loader = () => Promise<{ readonly catalogue: MessageCatalogue }>

/*
 * The catalogues that come with Turnpike. Each is loaded when an API first needs its language. The
 * names of the modules are written out, so that bundlers find them.
 */
const loaders: Readonly<Record<string, Readonly<Record<Part, Loader>>>> = {
  de: { errors: () => import('./catalogues/de.ts'), pages: () => import('./pages/de.ts') },
  es: { errors: () => import('./catalogues/es.ts'), pages: () => import('./pages/es.ts') },
  fr: { errors: () => import('./catalogues/fr.ts'), pages: () => import('./pages/fr.ts') },
  it: { errors: () => import('./catalogues/it.ts'), pages: () => import('./pages/it.ts') },
  ja: { errors: () => import('./catalogues/ja.ts'), pages: () => import('./pages/ja.ts') },
  nl: { errors: () => import('./catalogues/nl.ts'), pages: () => import('./pages/nl.ts') },
  pl: { errors: () => import('./catalogues/pl.ts'), pages: () => import('./pages/pl.ts') },
  'pt-BR': {
    errors: () => import('./catalogues/pt-br.ts'),
    pages: () => import('./pages/pt-br.ts'),
  },
}

/** The tags of the catalogues that come with Turnpike, besides English. */
export const builtInLanguages: readonly string[] = Object.keys(loaders)

/** Whether it is English, of any region: its texts are those in the code. */
export const isEnglish = (tag: string): boolean => /^en(-|$)/i.test(tag)

/** Whether there is a catalogue for the language, or for a near one: `de` for `de-CH`. */
export const hasBuiltIn = (tag: string): boolean => lookup(tag, builtInLanguages) !== undefined

/** The catalogue of a language, or of a near one. Null: there is none. */
export async function loadCatalogue(tag: string, part: Part): Promise<MessageCatalogue | null> {
  const load = loaders[lookup(tag, builtInLanguages) ?? '']?.[part]
  return load === undefined ? null : (await load()).catalogue
}
