import { asWritten, ConfigurationError } from '../errors/configuration-error.ts'
import { knownOptions } from '../errors/known-options.ts'

/** The form of tokens, and how long they are valid. */
export interface TokenOptions {
  /**
   * What new keys begin with: letters and digits, then `_`, such as `acme_`. Such keys have a
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

export const tokenOptions = knownOptions<TokenOptions>('tokens', {
  keyPrefix: 'optional',
  maxAgeSeconds: 'optional',
  idleSeconds: 'optional',
  now: 'optional',
})

export type TokenRules = Readonly<Required<TokenOptions>>

/** When a token was created and last used. */
export interface TokenTimes {
  readonly created: Date
  /** Null: never used. */
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

  if (keyPrefix !== '' && !isTokenKeyPrefix(keyPrefix)) {
    throw new ConfigurationError(
      `keyPrefix must be ${expectedKeyPrefix}, not ${JSON.stringify(keyPrefix)}.`,
    )
  }
  requireSeconds('maxAgeSeconds', maxAgeSeconds, 1)
  // Its use is recorded at most once a minute.
  requireSeconds('idleSeconds', idleSeconds, 120)
  return { keyPrefix, maxAgeSeconds, idleSeconds, now }
}

export const isTokenKeyPrefix = (text: string): boolean => /^[A-Za-z][A-Za-z0-9]{0,18}_$/.test(text)

export const expectedKeyPrefix = 'up to 19 letters and digits, a letter first, then _: acme_'

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
): boolean => idleSeconds !== null && now().getTime() >= (lastUsed ?? created).getTime() + 60_000

function requireSeconds(name: string, seconds: number | null, least: number): void {
  if (seconds === null || (Number.isSafeInteger(seconds) && seconds >= least)) return
  throw new ConfigurationError(
    `${name} must be a whole number of at least ${least}, or null, not ${asWritten(seconds)}.`,
  )
}
