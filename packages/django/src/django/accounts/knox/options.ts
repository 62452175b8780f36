import { knownOptions, orNull, text, textWhere, trueOrFalse, wholeNumber } from 'turnpike/kit'

/** The settings of `REST_KNOX`, with the same defaults. */
export interface DjangoKnoxOptions {
  /** The table of `KNOX_TOKEN_MODEL`. Default `knox_authtoken`. */
  table?: string
  /**
   * The release of knox, 4 or 5: since 5 it hashes a token as text, before as bytes. Both are
   * accepted; new tokens are in the form of this one. 4 means 4.2, without the column `salt`.
   * Default 5.
   */
  version?: number
  /**
   * `TOKEN_TTL` in seconds; with null, new tokens have no end. Default 36,000, which is ten hours.
   */
  ttlSeconds?: number | null
  /** `AUTO_REFRESH`: each use puts the end off, to `ttlSeconds` from then. Default false. */
  autoRefresh?: boolean
  /** `AUTO_REFRESH_MAX_TTL` in seconds: the end is never later than that after the creation. */
  maxTtlSeconds?: number | null
  /** `MIN_REFRESH_INTERVAL` in seconds: the end is not put off more often. Default 60. */
  refreshIntervalSeconds?: number
  /** `TOKEN_LIMIT_PER_USER`; null means any number. Default null. */
  limitPerUser?: number | null
  /** `TOKEN_PREFIX`, of knox 5: in front of new tokens. Default none. */
  prefix?: string
}

const seconds = wholeNumber({ least: 1, of: 'seconds' })

export const djangoKnoxOptions = knownOptions<DjangoKnoxOptions>('knox of djangoAccounts()', {
  table: text,
  version: wholeNumber({ least: 4, most: 5 }),
  ttlSeconds: orNull(seconds),
  autoRefresh: trueOrFalse,
  maxTtlSeconds: orNull(seconds),
  refreshIntervalSeconds: wholeNumber({ least: 0, of: 'seconds' }),
  limitPerUser: orNull(wholeNumber({ least: 1 })),
  prefix: textWhere('at most 10 letters, digits and _', (prefix) => /^\w{0,10}$/.test(prefix)),
})

/** `DjangoKnoxOptions` with their defaults. */
export type KnoxSettings = Readonly<Required<DjangoKnoxOptions>>

/** @throws ConfigurationError when an option is unknown or wrong. */
export function knoxSettings(options: DjangoKnoxOptions): KnoxSettings {
  djangoKnoxOptions.require(options)
  const {
    table = 'knox_authtoken',
    version = 5,
    ttlSeconds = 36_000,
    autoRefresh = false,
    maxTtlSeconds = null,
    refreshIntervalSeconds = 60,
    limitPerUser = null,
    prefix = '',
  } = options
  return {
    table,
    version,
    ttlSeconds,
    autoRefresh,
    maxTtlSeconds,
    refreshIntervalSeconds,
    limitPerUser,
    prefix,
  }
}
