import { ConfigurationError } from '../../errors/configuration-error.ts'
import { knownOptions } from '../../errors/known-options.ts'
import { later } from '../../items/moment.ts'
import { orNull } from '../../rules/rule.ts'
import { wholeNumber } from '../../rules/whole-number.ts'
import { secondsBetweenUses, tokenKeyPrefix } from '../token-rules.ts'
import type { ApiKey } from './api-key.ts'

/** The form of API keys, and how long new ones are valid. */
export interface ApiKeyOptions {
  /**
   * The prefix of new keys: letters and digits, then `_`. Keys with another prefix stay valid.
   * Default `tk_`.
   */
  keyPrefix?: string
  /**
   * Seconds for which a key is valid when its creator does not say. Default null: as long as
   * `maxAgeSeconds`.
   */
  defaultAgeSeconds?: number | null
  /**
   * Maximum seconds for which a new key may be valid. It does not change existing keys. Default
   * null: any number, and forever.
   */
  maxAgeSeconds?: number | null
  /** The current time. Default the clock. */
  now?: () => Date
}

/** A hundred years: what is meant to be longer has no end. */
export const apiKeyAgeSeconds = wholeNumber({ least: 1, most: 3_155_760_000, of: 'seconds' })

export const apiKeyOptions = knownOptions<ApiKeyOptions>('keys', {
  keyPrefix: tokenKeyPrefix,
  defaultAgeSeconds: orNull(apiKeyAgeSeconds),
  maxAgeSeconds: orNull(apiKeyAgeSeconds),
  now: 'optional',
})

/** The rules by which a store issues and ends API keys. */
export type ApiKeyRules = Readonly<Required<ApiKeyOptions>>

/**
 * The options with their defaults.
 *
 * @throws ConfigurationError when one is invalid, or the default is longer than the maximum.
 */
export function apiKeyRules(options: ApiKeyOptions = {}): ApiKeyRules {
  apiKeyOptions.require(options)
  const {
    keyPrefix = 'tk_',
    maxAgeSeconds = null,
    defaultAgeSeconds = null,
    now = () => new Date(),
  } = options
  if (maxAgeSeconds !== null && defaultAgeSeconds !== null && defaultAgeSeconds > maxAgeSeconds) {
    throw new ConfigurationError(
      `API keys cannot be valid for ${defaultAgeSeconds} seconds by default and for ` +
        `${maxAgeSeconds} at most: lower defaultAgeSeconds (API_KEY_DEFAULT_AGE), or raise ` +
        'maxAgeSeconds (API_KEY_MAX_AGE).',
    )
  }
  return { keyPrefix, maxAgeSeconds, defaultAgeSeconds: defaultAgeSeconds ?? maxAgeSeconds, now }
}

/** Whether an API key has expired. */
export const hasExpired = (
  { expires }: Pick<ApiKey, 'expires'>,
  { now }: Pick<ApiKeyRules, 'now'>,
): boolean => expires !== null && now().getTime() >= expires.getTime()

/** Whether to record a use of the key: the first, and then once a minute at most. */
export const isKeyUseWorthWriting = (
  { lastUsed }: Pick<ApiKey, 'lastUsed'>,
  { now }: Pick<ApiKeyRules, 'now'>,
): boolean => lastUsed === null || now() >= later(lastUsed, secondsBetweenUses)

/** The part of a key that may be shown. The 24 digits after it cannot be guessed. */
export const shownPrefix = (key: string): string => key.slice(0, key.indexOf('_') + 7)
