import { randomInt, timingSafeEqual } from 'node:crypto'
import type { CsrfTokens } from 'turnpike/kit'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const secretLength = 32

/**
 * Django's CSRF tokens, for the setting `CSRF_TOKENS`: a secret of 32 letters and digits in the
 * cookie, as Django 4.1 and later write it, or masked in 64 characters, as earlier ones do. Both
 * are accepted, and Django of each version accepts those that are made here.
 *
 * They are not bound to a session, as those of Turnpike are: who can set a cookie for the host
 * can choose the token. Use them while both services answer one host.
 */
export function djangoCsrfTokens(): CsrfTokens {
  return {
    create: () => randomText(),
    isValid: (token) => secretOf(token) !== null,
    mask: (token) => {
      const mask = randomText()
      return mask + shifted(secretOf(token) ?? '', mask, 1)
    },
    compare(sent, token) {
      if (sent.length !== secretLength && sent.length !== 2 * secretLength) {
        return 'has incorrect length'
      }
      const secret = secretOf(sent)
      if (secret === null) return 'has invalid characters'
      const expected = secretOf(token)
      return expected !== null && timingSafeEqual(Buffer.from(secret), Buffer.from(expected))
        ? 'equal'
        : 'incorrect'
    },
  }
}

/** The secret of a plain or masked token; null when it is neither. */
function secretOf(token: string): string | null {
  if (!/^(?:[a-zA-Z0-9]{32}){1,2}$/.test(token)) return null
  return token.length === secretLength
    ? token
    : shifted(token.slice(secretLength), token.slice(0, secretLength), -1)
}

/** Each letter moved by the one of the mask. */
function shifted(text: string, mask: string, direction: 1 | -1): string {
  return Array.from(text, (letter, index) => {
    const by = direction * letters.indexOf(mask.charAt(index))
    return letters.charAt((letters.indexOf(letter) + by + letters.length) % letters.length)
  }).join('')
}

const randomText = (): string =>
  Array.from({ length: secretLength }, () => letters.charAt(randomInt(letters.length))).join('')
