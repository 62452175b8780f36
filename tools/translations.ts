/**
 * Says what the catalogues of `packages/turnpike/src/languages` lack, and what nothing sends any more:
 * `node --conditions=source tools/translations.ts`, with a language for only one, such as `de`.
 */
import {
  builtInLanguages,
  loadCatalogue,
  type Part,
} from '../packages/turnpike/src/languages/built-in.ts'
import { templatesOf } from '../packages/turnpike/src/languages/catalogue.ts'
import { placesOf } from '../packages/turnpike/src/languages/message.ts'
import { collectTexts, type Texts } from './collect-texts.ts'

/** The problems of the catalogues of a language, each as a line for people. */
export async function problemsOf(tag: string, part: Part, texts: Texts): Promise<string[]> {
  const catalogue = (await loadCatalogue(tag, part)) ?? {}
  const sent = texts[part]
  const missing = [...sent]
    .filter(([text]) => hasWords(text) && !Object.hasOwn(catalogue, text))
    .map(([text, [where]]) => `lacks ${JSON.stringify(text)} of ${where}`)
  const unused = Object.keys(catalogue)
    .filter((text) => !sent.has(text))
    .map((text) => `has ${JSON.stringify(text)}, which nothing sends`)
  const wrong = Object.entries(catalogue).flatMap(([text, entry]) => [
    ...templatesOf(entry)
      .filter((template) => placesOf(template).join() !== placesOf(text).join())
      .map((template) => `has other places in ${JSON.stringify(template)}`),
    ...[...(typeof entry === 'string' ? [] : categoriesOf(tag))]
      .filter((category) => !Object.hasOwn(Object(entry), category))
      .map((category) => `lacks the plural form "${category}" of ${JSON.stringify(text)}`),
  ])
  return [...missing, ...unused, ...wrong]
}

/** Texts with places alone only join others. */
const hasWords = (text: string): boolean => /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ''))

/** The plural categories of the numbers up to 1,000. */
const categoriesOf = (tag: string): ReadonlySet<string> => {
  const rules = new Intl.PluralRules(tag)
  return new Set(Array.from({ length: 1_001 }, (_, number) => rules.select(number)))
}

if (import.meta.main) {
  const texts = collectTexts()
  const [only] = process.argv.slice(2)
  for (const tag of only === undefined ? builtInLanguages : [only]) {
    for (const part of ['errors', 'pages'] as const) {
      const problems = await problemsOf(tag, part, texts)
      const folder = part === 'errors' ? 'catalogues' : 'pages'
      for (const problem of problems) {
        console.log(`languages/${folder}/${tag.toLowerCase()}.json ${problem}`)
      }
    }
  }
  for (const one of texts.unknown) console.log(`No catalogue can have the text of ${one}`)
}
