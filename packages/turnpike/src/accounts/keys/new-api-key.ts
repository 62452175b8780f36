import { addressRange } from '../../http/client.ts'
import { later } from '../../items/moment.ts'
import { TranslatableMessage } from '../../languages/message.ts'
import { hasInvisible } from '../new-user.ts'
import { isScopeName } from '../scopes.ts'
import { type ApiKey, InvalidApiKey, type NewApiKey } from './api-key.ts'
import type { ApiKeyRules } from './api-key-rules.ts'

/** Maximum number of characters of the name of an API key, counted as code points. */
export const maxApiKeyNameLength = 100

/** Maximum number of scopes, and of ranges of addresses. */
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
  rules: ApiKeyRules,
): ApiKeyFields {
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

function refuse(field: keyof NewApiKey, problem: TranslatableMessage | null): void {
  if (problem !== null) throw new InvalidApiKey(problem, field)
}

function nameProblem(name: string): TranslatableMessage | null {
  if (typeof name !== 'string' || name === '')
    return new TranslatableMessage('This field may not be blank.')
  const limit = maxApiKeyNameLength
  if ([...name.slice(0, 2 * limit + 1)].length > limit) {
    return new TranslatableMessage('Ensure this field has no more than {limit} characters.', {
      limit,
    })
  }
  if (!name.isWellFormed() || /\p{Cc}/u.test(name) || hasInvisible(name)) {
    return new TranslatableMessage('The name has a character that cannot be shown.')
  }
  return name === name.trim()
    ? null
    : new TranslatableMessage('The name begins or ends with a space.')
}

function scopesProblem(scopes: readonly string[]): TranslatableMessage | null {
  const problem = listProblem(scopes)
  if (problem !== null) return problem
  const wrong = scopes.find((scope) => !isScopeName(scope))
  return wrong === undefined
    ? null
    : new TranslatableMessage(
        '{text} is not a scope: a scope has 1 to 100 printable ASCII characters without spaces, ' +
          'quotes and backslashes, such as notes:read.',
        { text: quote(wrong) },
      )
}

function addressesProblem(ranges: readonly string[]): TranslatableMessage | null {
  const problem = listProblem(ranges)
  if (problem !== null) return problem
  if (ranges.length === 0) return new TranslatableMessage('This list may not be empty.')
  const wrong = ranges.find((range) => !addressRange.accepts(range))
  return wrong === undefined
    ? null
    : new TranslatableMessage('{text} is neither an address nor a range such as 10.0.0.0/8.', {
        text: quote(wrong),
      })
}

function listProblem(list: readonly string[]): TranslatableMessage | null {
  if (!Array.isArray(list)) {
    return new TranslatableMessage('Expected a list of items but got type "{type}".', {
      type: typeof list,
    })
  }
  if (list.length <= maxListed) return null
  return new TranslatableMessage('Ensure this field has no more than {limit} elements.', {
    limit: maxListed,
  })
}

const defaultEnd = ({ defaultAgeSeconds, now }: ApiKeyRules): Date | null =>
  defaultAgeSeconds === null ? null : later(now(), defaultAgeSeconds)

/** After it, years have another notation. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59)

function endProblem(
  expires: Date | null,
  { maxAgeSeconds, now }: ApiKeyRules,
): TranslatableMessage | null {
  const moment = now().getTime()
  const last = maxAgeSeconds === null ? lastMoment : moment + maxAgeSeconds * 1000
  const end = expires === null ? null : expires.getTime()
  if (end === null && maxAgeSeconds === null) return null
  if (end === null || end > last || Number.isNaN(end)) {
    const text = new Date(Math.min(last, lastMoment)).toISOString()
    return new TranslatableMessage('It must expire by {moment}.', { moment: text })
  }
  return end > moment ? null : new TranslatableMessage('It must expire in the future.')
}

/** Not longer than a line. */
const quote = (text: unknown): string => JSON.stringify(String(text).slice(0, 100))
