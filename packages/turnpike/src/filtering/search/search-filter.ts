import { ErrorMessage } from '../../errors/error-detail.ts'
import type { Filter } from '../filter.ts'
import { invalidQuery } from '../invalid-query.ts'
import { type Search, searchCondition, searchedField } from './search.ts'
import { maxLength, maxTerms, searchTerms } from './terms.ts'

/**
 * The filter of a search. Its condition depends on the terms alone: the same words with other
 * blanks are the same search, as for cursors.
 *
 * @param name the query parameter with the words.
 */
export function searchFilter(search: Search, name: string): Filter {
  return {
    parameters: [
      {
        name,
        description: descriptionOf(search),
        schema: { type: 'string', maxLength },
        normalise: (text) => JSON.stringify(searchTerms(text)).slice(1, -1),
      },
    ],
    isPure: true,

    condition(sent) {
      const text = sent.get(name) ?? ''
      const invalid = invalidCharacters(text) ?? (isTooLong(text) ? tooLong : null)
      const terms = invalid === null ? searchTerms(text) : []
      const error = invalid ?? (terms.length > maxTerms ? tooManyTerms : null)
      if (error !== null) throw invalidQuery([[name, [error]]])
      return terms.length === 0 ? null : searchCondition(search, terms)
    },
  }
}

const descriptionOf = ({ fields }: Search): string =>
  `Words that must all be found in ${fields.map(inWords).join(', ')}. ` +
  'Words in quotation marks must be found together.'

function inWords(name: string): string {
  const { field, operator } = searchedField(name)
  return `\`${field}\`${hints[operator]}`
}

const hints = {
  contains: '',
  startsWith: ' (at its start)',
  equalsText: ' (the whole of it)',
  fullText: ' (as full text)',
} as const

/** Counts characters as JSON Schema does, in which some are two code units. */
const isTooLong = (text: string): boolean => text.length > maxLength && [...text].length > maxLength

/** NUL, which PostgreSQL cannot compare, and lone surrogates, which UTF-8 cannot encode. */
function invalidCharacters(text: string): ErrorMessage | null {
  if (text.includes('\0')) return nullCharacters
  return text.isWellFormed() ? null : surrogates
}

const nullCharacters = new ErrorMessage(
  'Null characters are not allowed.',
  'null_characters_not_allowed',
)
const surrogates = new ErrorMessage(
  'Surrogate characters are not allowed.',
  'surrogate_characters_not_allowed',
)
const tooLong = new ErrorMessage(
  'Ensure this search has no more than {limit} characters.',
  'max_length',
  { limit: maxLength },
)
const tooManyTerms = new ErrorMessage(
  'Ensure this search has no more than {limit} words.',
  'max_terms',
  { limit: maxTerms },
)
