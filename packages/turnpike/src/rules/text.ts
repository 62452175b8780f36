import { isToken } from '../http/syntax/token.ts'
import type { TextRule } from './rule.ts'

/**
 * A string whose text form is the string itself.
 *
 * @param expected completes "It must be …".
 */
export /* @__NO_SIDE_EFFECTS__ */ function textWhere(
  expected: string,
  isValid: (text: string) => boolean,
): TextRule<string> {
  const accepts = (value: unknown): value is string => typeof value === 'string' && isValid(value)
  return {
    expected,
    accepts,
    text: { expected, parse: (text) => (accepts(text) ? text : undefined) },
  }
}

/** Accepts any text. */
export const text = textWhere(
  'a string without blanks around it',
  (value) => value !== '' && value === value.trim(),
)

/**
 * Accepts a token of RFC 9110 §5.6.2, such as the name of a header field.
 *
 * @param kind what it names: `the name of a cookie`.
 */
export const tokenName = /* @__NO_SIDE_EFFECTS__ */ (kind: string) => textWhere(kind, isToken)

/** One of several words; in the environment in upper or lower case. */
export /* @__NO_SIDE_EFFECTS__ */ function oneOf<const Words extends readonly string[]>(
  words: Words,
): TextRule<Words[number]> {
  const expected = `one of ${words.join(', ')}`
  return {
    expected,
    accepts: (value): value is Words[number] => words.some((word) => word === value),
    text: { expected, parse: (text) => words.find((word) => word === text.toLowerCase()) },
  }
}

/** True or false; in the environment in upper or lower case, or `1` or `0`. */
export const trueOrFalse: TextRule<boolean> = {
  expected: 'true or false',
  accepts: (value) => typeof value === 'boolean',
  text: {
    expected: 'true or false',
    parse(text) {
      const word = text.toLowerCase()
      if (word === 'true' || word === '1') return true
      return word === 'false' || word === '0' ? false : undefined
    },
  },
}
