import { originPattern } from '../authentication/csrf/csrf-origin.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { listOf } from '../rules/list.ts'
import { textWhere, tokenName, trueOrFalse } from '../rules/text.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import { setting } from './setting.ts'

const originOrAny = textWhere(
  'an origin, or *',
  (text) => text === '*' || originPattern.accepts(text),
)
const headerFields = (example: string) =>
  listOf(tokenName('the name of a header field'), { of: 'header fields', example: [example] })

/** The rights of pages of other origins. */
export const corsSettings = {
  /**
   * Origins whose pages may read the answers: `https://app.example.com`; `https://*.example.com`
   * for every subdomain; `*` for all. Default none.
   *
   * @see docs/views.md#other-origins-cors
   */
  CORS_ALLOWED_ORIGINS: setting(
    listOf(originOrAny, { of: 'origins', example: ['https://app.example.com'] }),
    () => [],
  ),

  /** Whether those pages may send cookies. Not with the origin `*`. Default false. */
  CORS_ALLOW_CREDENTIALS: setting(trueOrFalse, () => false),

  /**
   * Methods that those pages may use. Default `GET`, `HEAD`, `POST`, `PUT`, `PATCH`, `DELETE`,
   * `OPTIONS`.
   */
  CORS_ALLOW_METHODS: setting(
    listOf(tokenName('a method'), { of: 'methods', example: ['GET', 'HEAD'] }),
    () => ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  ),

  /**
   * Header fields that those pages may send. Default `Accept`, `Authorization`, `Content-Type`,
   * `Idempotency-Key`, `If-Match`, `If-Modified-Since`, `If-None-Match`, `If-Unmodified-Since`,
   * `Prefer`, `X-CSRFToken`, `X-Request-Id`.
   */
  CORS_ALLOW_HEADERS: setting(headerFields('Authorization'), () => [
    'Accept',
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'If-Modified-Since',
    'If-None-Match',
    'If-Unmodified-Since',
    'Prefer',
    'X-CSRFToken',
    'X-Request-Id',
  ]),

  /**
   * Header fields that those pages may read, besides those that every page may (Fetch
   * §2.2.2), such as `Last-Modified`. Default `Allow`, `Deprecation`, `ETag`,
   * `Idempotency-Replayed`, `Link`, `Location`, `Preference-Applied`, `RateLimit`,
   * `RateLimit-Policy`, `Retry-After`, `Sunset`, `WWW-Authenticate`, `X-Request-Id`.
   */
  CORS_EXPOSE_HEADERS: setting(headerFields('Link'), () => [
    'Allow',
    'Deprecation',
    'ETag',
    'Idempotency-Replayed',
    'Link',
    'Location',
    'Preference-Applied',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'Sunset',
    'WWW-Authenticate',
    'X-Request-Id',
  ]),

  /** Seconds for which a browser keeps the answer to a preflight. Default 7,200. */
  CORS_PREFLIGHT_MAX_AGE: setting(wholeNumber({ least: 0, of: 'seconds' }), () => 7200),
}

/** @throws ConfigurationError for credentials to every origin (Fetch §3.2.5). */
export function requireSafeCors(settings: {
  CORS_ALLOWED_ORIGINS: readonly string[]
  CORS_ALLOW_CREDENTIALS: boolean
}): void {
  if (!settings.CORS_ALLOW_CREDENTIALS || !settings.CORS_ALLOWED_ORIGINS.includes('*')) return
  throw new ConfigurationError(
    'CORS_ALLOW_CREDENTIALS with the origin * would give every page the data of its visitors: list the origins.',
  )
}
