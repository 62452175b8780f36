import type { UserLanguage } from '../languages/languages.ts'
import { canonical, languageTags, translations } from '../languages/rules.ts'
import { formParser } from '../parsing/form.ts'
import { jsonParser } from '../parsing/json.ts'
import { multipartParser } from '../parsing/multipart.ts'
import type { Parser } from '../parsing/parser.ts'
import { jsonRenderer } from '../rendering/json.ts'
import { problemRenderer } from '../rendering/problem.ts'
import type { Renderer } from '../rendering/renderer.ts'
import { functionRule } from '../rules/object.ts'
import { policies } from '../rules/policy.ts'
import { orNull } from '../rules/rule.ts'
import { text } from '../rules/text.ts'
import { setting } from './setting.ts'

/** Which formats are parsed and rendered, and in which languages texts are sent. */
export const negotiationSettings = {
  /**
   * Renderers of views without their own; the first one is the default. Default
   * `[jsonRenderer(), problemRenderer()]`.
   *
   * @see docs/negotiation.md
   */
  DEFAULT_RENDERER_CLASSES: setting(policies<Renderer>('renderers'), () => [
    jsonRenderer(),
    problemRenderer(),
  ]),

  /**
   * Parsers of views without their own. Default `[jsonParser(), formParser(), multipartParser()]`.
   *
   * @see docs/negotiation.md#parsers
   */
  DEFAULT_PARSER_CLASSES: setting(policies<Parser>('parsers'), () => [
    jsonParser(),
    formParser(),
    multipartParser(),
  ]),

  /**
   * Query parameter that chooses the renderer by its format; with null, there is none. Default
   * `format`.
   *
   * @see docs/negotiation.md#which-renderer
   */
  URL_FORMAT_OVERRIDE: setting(orNull(text), () => 'format'),

  /**
   * Languages of the texts of errors and pages, as tags: `en`, `de`, `pt-BR`. The client's
   * `Accept-Language` chooses among them; the first one is the default. Default `en`.
   *
   * @see docs/languages.md
   */
  LANGUAGES: setting(languageTags, () => ['en'], {
    normalise: (tags) => tags.map((tag) => canonical(tag) ?? tag),
  }),

  /**
   * Texts by language and English text, besides those that come with Turnpike, and before them:
   * `{ de: { 'Back at noon.': 'Mittags wieder da.' } }`. Default none.
   *
   * @see docs/languages.md#texts-of-your-own
   */
  TRANSLATIONS: setting(translations, () => ({})),

  /**
   * The language that a user prefers, before the client's `Accept-Language`: `(user) =>
   * user.language`. It gets the user that a scheme has authenticated. Null, from it or instead of
   * it: what the client asks for. Default null.
   *
   * @see docs/languages.md#the-language-of-a-user
   */
  USER_LANGUAGE: setting(
    orNull(functionRule<UserLanguage>('a function that returns the language of a user')),
    () => null,
  ),
}
