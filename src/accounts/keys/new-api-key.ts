import { addressRange } from '../../http/client.ts'
import { isScopeName } from '../scopes.ts'
import { type ApiKey, InvalidApiKey, type NewApiKey } from './api-key.ts'
import { type ApiKeyOptions, type ApiKeyRules, apiKeyRules } from './api-key-rules.ts'

/** Most characters of the name of an API key, counted as code points. */
export const maxApiKeyNameLength = 100

/** Most scopes, and most ranges of addresses. */
const maxListed = 100

/** The fields of a new API key as they are stored. */
export type ApiKeyFields = Pick<ApiKey, 'name' | 'scopes' | 'expires' | 'allowedAddresses'>

/**
 * The fields of a new API key as they are stored: with an end, and each scope and address once.
 *
 * @throws InvalidApiKey when one of them is invalid.
 */
export function requireNewApiKey(
  { name, scopes, expires, allowedAddresses = null }: NewApiKey,
  options: ApiKeyOptions = {},
): ApiKeyFields {
  const rules = apiKeyRules(options)
  refuse('name', nameProblem(name))
  refuse('scopes', scopesProblem(scopes))
  refuse('allowedAddresses', allowedAddresses && addressesProblem(allowedAddresses))
  const end = expires === undefined ? defaultEnd(rules) : expires
  refuse('expires', endProblem(end, rules))
  return {
    name,
    scopes: [...new Set(scopes)],
    expires: end,
    allowedAddresses: allowedAddresses && [...new Set(allowedAddresses)],
  }
}

function refuse(field: keyof NewApiKey, problem: string | null): void {
  if (problem !== null) throw new InvalidApiKey(problem, field)
}

function nameProblem(name: string): string | null {
  if (typeof name !== 'string' || name === '') return 'The name is empty.'
  if ([...name.slice(0, 2 * maxApiKeyNameLength + 1)].length > maxApiKeyNameLength) {
    return `The name has more than ${maxApiKeyNameLength} characters.`
  }
  if (!name.isWellFormed()) return 'The name has half of a surrogate pair.'
  if (/\p{Cc}/u.test(name)) return 'The name has a control character.'
  return name === name.trim() ? null : 'The name begins or ends with a space.'
}

function scopesProblem(scopes: readonly string[]): string | null {
  if (!Array.isArray(scopes)) return 'The scopes must be a list, such as notes:read.'
  if (scopes.length > maxListed) return `There are more than ${maxListed} scopes.`
  const wrong = scopes.find((scope) => !isScopeName(scope))
  return wrong === undefined
    ? null
    : `${quote(wrong)} is not a scope: a scope has 1 to 100 printable ASCII characters other than ` +
        'blank, " and \\, such as notes:read.'
}

function addressesProblem(ranges: readonly string[]): string | null {
  if (!Array.isArray(ranges)) return 'The addresses must be a list, such as 10.0.0.0/8.'
  if (ranges.length === 0) return 'No address is allowed: leave it out to allow all.'
  if (ranges.length > maxListed) return `There are more than ${maxListed} addresses.`
  const wrong = ranges.find((range) => !addressRange.accepts(range))
  return wrong === undefined
    ? null
    : `${quote(wrong)} is neither an address nor a range such as 10.0.0.0/8.`
}

const defaultEnd = ({ defaultAgeSeconds, now }: ApiKeyRules): Date | null =>
  defaultAgeSeconds === null ? null : new Date(now().getTime() + defaultAgeSeconds * 1000)

function endProblem(expires: Date | null, { maxAgeSeconds, now }: ApiKeyRules): string | null {
  const moment = now().getTime()
  if (expires === null) {
    return maxAgeSeconds === null ? null : `It must expire within ${durationOf(maxAgeSeconds)}.`
  }
  const end = expires.getTime()
  if (Number.isNaN(end)) return 'It is not a point in time.'
  if (end <= moment) return 'It must expire in the future.'
  if (maxAgeSeconds !== null && end > moment + maxAgeSeconds * 1000) {
    return `It must expire within ${durationOf(maxAgeSeconds)}.`
  }
  // PostgreSQL and the text form of SQLite have four digits for the year.
  return expires.getUTCFullYear() > 9999 ? 'It must expire before the year 10000.' : null
}

const durationOf = (seconds: number): string => {
  const days = seconds / 86_400
  if (!Number.isInteger(days)) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return days === 1 ? '1 day' : `${days} days`
}

/** Not longer than a line. */
const quote = (text: string): string => JSON.stringify(text.slice(0, 100))
