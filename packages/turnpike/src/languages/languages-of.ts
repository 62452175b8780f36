import { memoizeByIdentity } from '../caching/memoize.ts'
import { isEnglish } from './built-in.ts'
import type { Translations } from './catalogue.ts'
import { Languages, type UserLanguage } from './languages.ts'

interface LanguageSettings {
  readonly LANGUAGES: readonly string[]
  readonly TRANSLATIONS: Translations
  readonly USER_LANGUAGE: UserLanguage | null
}

/** The languages of an API; null if all of its texts are those in the code. */
export function languagesOf(settings: LanguageSettings): Languages | null {
  const { LANGUAGES, TRANSLATIONS } = settings
  const isInCode = LANGUAGES.every(isEnglish) && Object.keys(TRANSLATIONS).length === 0
  return isInCode && LANGUAGES.length === 1 ? null : made(settings)
}

const made = memoizeByIdentity(({ LANGUAGES, TRANSLATIONS, USER_LANGUAGE }: LanguageSettings) => {
  const [first = 'en', ...others] = LANGUAGES
  return new Languages([first, ...others], TRANSLATIONS, USER_LANGUAGE)
})
