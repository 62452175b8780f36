import { addressRange } from '../../http/client.ts'
import { Message } from '../../languages/message.ts'
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

function refuse(field: keyof NewApiKey, problem: Message | null): void {
  if (problem !== null) throw new InvalidApiKey(problem, field)
}

function nameProblem(name: string): Message | null {
  if (typeof name !== 'string' || name === '') return new Message('The name is empty.')
  if ([...name.slice(0, 2 * maxApiKeyNameLength + 1)].length > maxApiKeyNameLength) {
    return new Message('The name has more than {limit} characters.', { limit: maxApiKeyNameLength })
  }
  if (!name.isWellFormed()) return new Message('The name has half of a surrogate pair.')
  if (/\p{Cc}/u.test(name)) return new Message('The name has a control character.')
  return name === name.trim() ? null : new Message('The name begins or ends with a space.')
}

function scopesProblem(scopes: readonly string[]): Message | null {
  if (!Array.isArray(scopes)) return new Message('The scopes must be a list, such as notes:read.')
  if (scopes.length > maxListed)
    return new Message('There are more than {limit} scopes.', { limit: maxListed })
  const wrong = scopes.find((scope) => !isScopeName(scope))
  return wrong === undefined
    ? null
    : new Message(
        '{scope} is not a scope: a scope has 1 to 100 printable ASCII characters other than blank, " and \\, such as notes:read.',
        { scope: quote(wrong) },
      )
}

function addressesProblem(ranges: readonly string[]): Message | null {
  if (!Array.isArray(ranges))
    return new Message('The addresses must be a list, such as 10.0.0.0/8.')
  if (ranges.length === 0) return new Message('No address is allowed: leave it out to allow all.')
  if (ranges.length > maxListed)
    return new Message('There are more than {limit} addresses.', { limit: maxListed })
  const wrong = ranges.find((range) => !addressRange.accepts(range))
  return wrong === undefined
    ? null
    : new Message('{address} is neither an address nor a range such as 10.0.0.0/8.', {
        address: quote(wrong),
      })
}

const defaultEnd = ({ defaultAgeSeconds, now }: ApiKeyRules): Date | null =>
  defaultAgeSeconds === null ? null : new Date(now().getTime() + defaultAgeSeconds * 1000)

function endProblem(expires: Date | null, { maxAgeSeconds, now }: ApiKeyRules): Message | null {
  const moment = now().getTime()
  if (expires === null) {
    return maxAgeSeconds === null ? null : endsTooLate(maxAgeSeconds)
  }
  const end = expires.getTime()
  if (Number.isNaN(end)) return new Message('It is not a point in time.')
  if (end <= moment) return new Message('It must expire in the future.')
  if (maxAgeSeconds !== null && end > moment + maxAgeSeconds * 1000) {
    return endsTooLate(maxAgeSeconds)
  }
  // PostgreSQL and the text form of SQLite have four digits for the year.
  return expires.getUTCFullYear() > 9999
    ? new Message('It must expire before the year 10000.')
    : null
}

function endsTooLate(seconds: number): Message {
  const count = seconds % 86_400 === 0 ? seconds / 86_400 : seconds
  if (count !== seconds) {
    return count === 1
      ? new Message('It must expire within {count} day.', { count })
      : new Message('It must expire within {count} days.', { count })
  }
  return count === 1
    ? new Message('It must expire within {count} second.', { count })
    : new Message('It must expire within {count} seconds.', { count })
}

/** Not longer than a line. */
const quote = (text: string): string => JSON.stringify(text.slice(0, 100))
