import { knownOptions } from '../errors/known-options.ts'
import { later } from '../items/moment.ts'
import { orNull } from '../rules/rule.ts'
import { textWhere } from '../rules/text.ts'
import { wholeNumber } from '../rules/whole-number.ts'

/** The form of tokens, and how long they are valid. */
export interface TokenOptions {
  /**
   * The prefix of new keys: letters and digits, then `_`, such as `acme_`. Such keys have a
   * checksum. Keys from before it was set stay valid. Default none: a key is 40 hex digits.
   */
  keyPrefix?: string
  /** Seconds after its creation for which a token is valid. Default null: forever. */
  maxAgeSeconds?: number | null
  /** Seconds without use after which a token expires, at least 120. Default null: never. */
  idleSeconds?: number | null
  /** The current time. Default the clock. */
  now?: () => Date
}

/** Accepts the prefix of token keys. */
export const tokenKeyPrefix = textWhere(
  'up to 19 letters and digits, a letter first, and then _, such as acme_',
  (text) => /^[A-Za-z][A-Za-z0-9]{0,18}_$/.test(text),
)

/** Accepts the seconds after which a token ends. */
export const tokenMaxAgeSeconds = wholeNumber({ least: 1, of: 'seconds' })

/** Seconds between two writes of a last use: a busy client does not cost one with each request. */
export const secondsBetweenUses = 60

/** An idle time must be longer than the last use may be out of date. */
export const tokenIdleSeconds = wholeNumber({ least: 2 * secondsBetweenUses, of: 'seconds' })

export const tokenOptions = knownOptions<TokenOptions>('tokens', {
  keyPrefix: tokenKeyPrefix,
  maxAgeSeconds: orNull(tokenMaxAgeSeconds),
  idleSeconds: orNull(tokenIdleSeconds),
  now: 'optional',
})

/** The rules by which a store issues and ends tokens. */
export type TokenRules = Readonly<Required<TokenOptions>>

/** When a token was created and last used. */
export interface TokenTimes {
  readonly created: Date
  /** Null if never used. */
  readonly lastUsed: Date | null
}

/**
 * The options with their defaults.
 *
 * @throws ConfigurationError when one is invalid.
 */
export function tokenRules(options: TokenOptions = {}): TokenRules {
  tokenOptions.require(options)
  const {
    keyPrefix = '',
    maxAgeSeconds = null,
    idleSeconds = null,
    now = () => new Date(),
  } = options

  return { keyPrefix, maxAgeSeconds, idleSeconds, now }
}

/** Whether a token has expired. */
export function isExpired(
  { created, lastUsed }: TokenTimes,
  { maxAgeSeconds, idleSeconds, now }: TokenRules,
): boolean {
  if (maxAgeSeconds === null && idleSeconds === null) return false
  const moment = now()
  const isPast = (since: Date, seconds: number | null) =>
    seconds !== null && moment.getTime() >= since.getTime() + seconds * 1000
  return isPast(created, maxAgeSeconds) || isPast(lastUsed ?? created, idleSeconds)
}

/** Whether to record its use: at most once a minute, and only if tokens have an idle time. */
export const isTokenUseWorthWriting = (
  { created, lastUsed }: TokenTimes,
  { idleSeconds, now }: TokenRules,
): boolean => idleSeconds !== null && now() >= later(lastUsed ?? created, secondsBetweenUses)
