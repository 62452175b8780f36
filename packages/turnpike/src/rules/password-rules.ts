import { leastMinLength, type PasswordRules } from '../accounts/passwords/rules/password-rules.ts'
import { isLoopback } from '../http/client.ts'
import type { TextRule } from './rule.ts'
import { wholeNumber } from './whole-number.ts'

/** Passwords of up to 64 characters must be possible (NIST SP 800-63B-4 §3.1.1.2). */
const minLength = wholeNumber({ least: leastMinLength, most: 64 })

/** On a plain connection, somebody on the way learns which prefix is asked for. */
function isListUrl(text: unknown): text is string {
  const url = typeof text === 'string' ? URL.parse(text) : null
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}

const isRules = (value: unknown): value is PasswordRules =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([name, rule]) => {
    if (name === 'minLength') return minLength.accepts(rule)
    return name === 'breachedUrl' && (rule === null || isListUrl(rule))
  })

/** The rules for new passwords, in the environment `minLength=12,breachedUrl=…`. */
export const passwordRules: TextRule<PasswordRules> = {
  expected:
    'an object with minLength, from 8 to 64, and breachedUrl, an https URL, each of them optional',
  accepts: isRules,
  text: {
    expected:
      'minLength, from 8 to 64, and breachedUrl, an https URL, such as minLength=12,breachedUrl=https://api.pwnedpasswords.com/range/',
    parse(text) {
      const entries = text.split(',').map((entry) => {
        const at = entry.indexOf('=')
        const [name, value] = [entry.slice(0, at).trim(), entry.slice(at + 1).trim()]
        return [name, name === 'minLength' ? minLength.text.parse(value) : value]
      })
      const rules: unknown = Object.fromEntries(entries)
      return isRules(rules) ? rules : undefined
    },
  },
}
