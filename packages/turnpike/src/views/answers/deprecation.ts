import { asWritten, ConfigurationError } from '../../errors/configuration-error.ts'
import { knownOptions } from '../../errors/known-options.ts'
import { httpDate } from '../../http/syntax/http-date.ts'

/** Since when a view is deprecated, how long it stays, and what to use instead. */
export interface DeprecationOptions {
  /**
   * When it was deprecated, or will be: a date such as `2026-11-24`, which begins at midnight
   * UTC, a moment with its offset such as `2026-11-24T12:00:00Z`, or a `Date`.
   */
  since: string | Date
  /** When it may be gone; not before `since`. Default null: nobody has said so. */
  sunset?: string | Date | null
  /** URL or path of a page about it, for people. Default null: none. */
  link?: string | null
  /** URL or path of what replaces it. Default null: nothing does. */
  replacedBy?: string | null
}

/** The deprecation of a view. */
export interface Deprecation {
  readonly since: Date
  readonly sunset: Date | null
  readonly link: string | null
  readonly replacedBy: string | null
}

const deprecationOptions = knownOptions<DeprecationOptions>('deprecated', {
  since: 'required',
  sunset: 'optional',
  link: 'optional',
  replacedBy: 'optional',
})

/**
 * The deprecation that the options describe.
 *
 * @param owner whose it is, for messages: `the view Notes`.
 * @throws ConfigurationError when a moment or URL is none, or `sunset` is before `since` (RFC 9745
 *   §4).
 */
export function deprecationOf(owner: string, options: DeprecationOptions): Deprecation {
  const what = `deprecated of ${owner}`
  if (typeof options !== 'object' || options === null) {
    throw new ConfigurationError(
      `${what} is ${asWritten(options)}. It must be an object such as { since: '2026-11-24' }.`,
    )
  }
  deprecationOptions.require(options, what)
  const { link = null, replacedBy = null } = options
  for (const [name, url] of Object.entries({ link, replacedBy })) requireUrl(`${what}.${name}`, url)
  const since = momentOf(`${what}.since`, options.since)
  const sunset = options.sunset == null ? null : momentOf(`${what}.sunset`, options.sunset)
  if (sunset !== null && sunset < since) {
    throw new ConfigurationError(`${what} has a sunset before since. Give a later sunset.`)
  }
  return { since, sunset, link, replacedBy }
}

/**
 * The header fields of every answer: `Deprecation` (RFC 9745 §2), `Sunset` (RFC 8594 §3), and in
 * `Link` the relations `deprecation` (RFC 9745 §3) and `successor-version` (RFC 5829 §3.3).
 */
export function deprecationFields({ since, sunset, link, replacedBy }: Deprecation) {
  const links = [
    ...(link === null ? [] : [`<${link}>; rel="deprecation"; type="text/html"`]),
    ...(replacedBy === null ? [] : [`<${replacedBy}>; rel="successor-version"`]),
  ]
  return {
    deprecation: `@${Math.floor(since.getTime() / 1000)}`,
    ...(sunset !== null && { sunset: httpDate(sunset) }),
    ...(links.length > 0 && { link: links.join(', ') }),
  }
}

/** The deprecation in sentences, for documentation. */
export function deprecationText({ since, sunset, link, replacedBy }: Deprecation): string {
  return [
    `Deprecated since ${dayOf(since)}.`,
    ...(sunset === null ? [] : [`It may be gone after ${dayOf(sunset)}.`]),
    ...(replacedBy === null ? [] : [`Use ${replacedBy} instead.`]),
    ...(link === null ? [] : [`See ${link}.`]),
  ].join(' ')
}

/** The day in UTC: `2026-11-24`. */
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

const moments = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/

function momentOf(what: string, value: unknown): Date {
  const day = typeof value === 'string' ? moments.exec(value)?.[1] : undefined
  const moment = value instanceof Date ? value : new Date(day === undefined ? '' : `${value}`)
  // `new Date` would take the 31st of February for the 3rd of March.
  const isDay = day === undefined || dayOf(new Date(Date.parse(`${day}T00:00Z`) || 0)) === day
  if (!Number.isNaN(moment.getTime()) && isDay) return moment
  throw new ConfigurationError(
    `${what} is ${asWritten(value)}. It must be a date such as 2026-11-24, a moment with its offset ` +
      'such as 2026-11-24T12:00:00Z, or a valid Date.',
  )
}

/** What may stand between `<` and `>` of a link (RFC 3986 §2). */
const urls = /^(?:https?:\/)?\/[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/

function requireUrl(what: string, value: unknown): void {
  if (value === null || (typeof value === 'string' && urls.test(value))) return
  throw new ConfigurationError(
    `${what} is ${asWritten(value)}. It must be a URL such as https://example.com/v2/notes/, a path such as /v2/notes/, or null.`,
  )
}
