import { isBlankText } from '../../http/syntax/blanks.ts'

/**
 * Maximum number of characters of a search, so that no client lets the database compare long
 * patterns.
 */
export const maxLength = 500

/** Maximum number of terms of a search. Each is compared with every field that is searched. */
export const maxTerms = 32

/**
 * The terms of a search, each once: words between blanks and commas, and phrases in quotation
 * marks, as they are: `'sea "the old man", boat'` gives `['sea', 'the old man', 'boat']`.
 *
 * A phrase is in `"` or `'`, between two separators: in `don't`, and where the second mark is
 * missing, the mark is a character like any other. Within a phrase `\"` is a mark, `\\` is a
 * backslash. Blank phrases are left out: they would only find items with several blanks.
 */
export function searchTerms(text: string): string[] {
  const terms = new Set<string>()
  for (const [word, inDouble, inSingle] of text.matchAll(wordsAndPhrases)) {
    const phrase = inDouble ?? inSingle
    const term = phrase === undefined ? word : phrase.replace(escaped, '$1')
    if (!isBlankText(term)) terms.add(term)
  }
  return [...terms]
}

/** U+FEFF, which JavaScript takes for a blank, is a character, as it is in Python. */
const wordsAndPhrases =
  /"((?:[^"\\]|\\.)*)"(?=[^\S\uFEFF]|,|$)|'((?:[^'\\]|\\.)*)'(?=[^\S\uFEFF]|,|$)|(?:[^\s,]|\uFEFF)+/gs

const escaped = /\\(["'\\])/g
