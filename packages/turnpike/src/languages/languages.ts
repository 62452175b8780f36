import { memoize } from '../caching/memoize.ts'
import { chooseLanguage, lookup } from './accept-language.ts'
import { loadCatalogue, type Part } from './built-in.ts'
import type { Translations } from './catalogue.ts'
import { Translator } from './translator.ts'

/*
 * The language of an answer is chosen by `http/request.ts`, which asks here: the one that the user
 * prefers, if the request has one, else what `Accept-Language` prefers, else the first tag. The
 * texts are those of `TRANSLATIONS`, then of languages/catalogues/ (errors) and languages/pages/,
 * which built-in.ts loads. views/answers/language.ts translates exceptions.
 */

/** The language tag that a user prefers. Null means what their client asks for. */
// biome-ignore lint/suspicious/noExplicitAny: the function names the user that it expects.
export type UserLanguage = (user: any) => string | null | undefined

/** The languages of an API, if it has others than English. */
export class Languages {
  /** Their tags; the first one is the default. */
  readonly tags: readonly [string, ...string[]]
  readonly #translations: Translations
  readonly #userLanguage: UserLanguage | null
  readonly #choose: (field: string) => string
  readonly #loading = new Map<Part, Promise<void>>()
  #translators: ReadonlyMap<string, Translator> | null = null
  #hasPages = false

  constructor(
    tags: readonly [string, ...string[]],
    translations: Translations,
    userLanguage: UserLanguage | null,
  ) {
    this.tags = tags
    this.#userLanguage = userLanguage
    this.#translations = translations
    this.#choose = memoize((field) => chooseLanguage(tags, field), maxFields)
  }

  /** Whether the language depends on the request. */
  get isNegotiated(): boolean {
    return this.tags.length > 1
  }

  /** The language for a request with this `Accept-Language`. */
  of(field: string | null): string {
    return field === null ? this.tags[0] : this.#choose(field)
  }

  /** The language that the user prefers. Null if they prefer none, or none of these. */
  ofUser(user: unknown): string | null {
    const preferred = this.#userLanguage?.(user)
    return preferred ? (lookup(preferred, this.tags) ?? null) : null
  }

  /** Loads the texts of errors once; `pages`: those of pages, too. */
  load(part: Part): Promise<void> {
    const known = this.#loading.get(part)
    if (known !== undefined) return known
    const loading = this.#load(part)
    this.#loading.set(part, loading)
    // The next request tries again.
    loading.catch(() => this.#loading.delete(part))
    return loading
  }

  /** The translator into a language of the API. Null if its texts are those in the code. */
  translator(language: string): Translator | null {
    return this.#translators?.get(language) ?? null
  }

  async #load(part: Part): Promise<void> {
    const parts: readonly Part[] = part === 'pages' ? ['errors', 'pages'] : ['errors']
    const translators = await Promise.all(
      this.tags.map(async (tag) => {
        const loaded = await Promise.all(parts.map((one) => loadCatalogue(tag, one)))
        const own = this.#translations[lookup(tag, Object.keys(this.#translations)) ?? '']
        const catalogues = [...loaded, own].filter((one) => one !== null && one !== undefined)
        return [tag, new Translator(tag, catalogues)] as const
      }),
    )
    if (part === 'errors' && this.#hasPages) return
    this.#hasPages = part === 'pages'
    this.#translators = new Map(translators.filter(([, { isEmpty }]) => !isEmpty))
  }
}

/** Maximum number of fields whose language is cached: browsers send few different ones. */
const maxFields = 200
