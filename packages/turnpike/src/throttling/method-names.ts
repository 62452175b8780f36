import { isMisspelt, nearestName } from '../errors/nearest-name.ts'
import { isToken } from '../http/syntax/token.ts'
import { listOf } from '../rules/list.ts'
import type { Rule } from '../rules/rule.ts'
import { textWhere } from '../rules/text.ts'

/** The usual methods (RFC 9110 §9.3, RFC 5789 §2). */
const usual = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The usual method that may be meant by a wrong name; null for a usual or another method. */
function meantBy(name: string): string | null {
  return usual.includes(name) ? null : nearestName(name, usual, isMisspelt)
}

const isMethod = (name: string): boolean =>
  isToken(name) && name === name.toUpperCase() && meantBy(name) === null

/**
 * The rule of lists of methods. Methods are case-sensitive (RFC 9110 §9.1), so a name in lower case
 * or a misspelt one would never match.
 */
export const methodNames: Rule<readonly string[]> = {
  ...listOf(textWhere('a method in upper case', isMethod), {
    of: 'methods in upper case',
    example: ['POST'],
    mayBeEmpty: false,
  }),

  advise(value) {
    const names = Array.isArray(value) ? value : [value]
    const meant = names.map((name) => (typeof name === 'string' ? meantBy(name) : null))
    const first = meant.find((name) => name !== null)
    return first === undefined || first === null ? null : `Did you mean ${first}?`
  },
}

/** Whether a list of methods includes the method. HEAD is included with GET. */
export const includesMethod = (methods: readonly string[], method: string): boolean =>
  methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))
