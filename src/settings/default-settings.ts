import { anonymousUser } from '../accounts/user.ts'
import { defaultSessionSettings } from '../authentication/session-settings.ts'
import { exceptionHandler } from '../errors/exception-handler.ts'
import { defaultNonFieldErrorsKey } from '../errors/non-field-error.ts'
import { consoleLogger } from '../http/logger.ts'
import { randomSecret } from '../http/signing.ts'
import { formParser } from '../parsing/form.ts'
import { jsonParser } from '../parsing/json.ts'
import { multipartParser } from '../parsing/multipart.ts'
import { allowAny } from '../permissions/built-in.ts'
import { jsonRenderer } from '../rendering/json.ts'
import { problemRenderer } from '../rendering/problem.ts'
import { memoryThrottleStore } from '../throttling/memory-store.ts'
import type { ResolvedSettings } from './settings.ts'

/**
 * The value of every setting that is left out. Each API has a throttle store and a secret of its
 * own.
 */
export const defaultSettings = (): ResolvedSettings => ({
  DEFAULT_AUTHENTICATION_CLASSES: [],
  DEFAULT_PERMISSION_CLASSES: [allowAny],
  DEFAULT_THROTTLE_CLASSES: [],
  DEFAULT_THROTTLE_RATES: { anon: null, user: null },
  FAILED_CREDENTIALS_RATES: { address: '100/15m', username: '10/15m' },
  THROTTLE_STORE: memoryThrottleStore(),
  DEFAULT_RENDERER_CLASSES: [jsonRenderer(), problemRenderer()],
  DEFAULT_PARSER_CLASSES: [jsonParser(), formParser(), multipartParser()],
  DEFAULT_PAGINATION_CLASS: null,
  PAGE_SIZE: null,
  UNAUTHENTICATED_USER: anonymousUser,
  UNAUTHENTICATED_TOKEN: null,
  EXCEPTION_HANDLER: exceptionHandler,
  NON_FIELD_ERRORS_KEY: defaultNonFieldErrorsKey,
  LIST_SERIALIZER_ERRORS_AS_DICT: true,
  URL_FORMAT_OVERRIDE: 'format',
  ORDERING_PARAM: 'ordering',
  ALLOWED_HOSTS: null,
  BASE_URL: null,
  TRUSTED_PROXIES: [],
  CORS_ALLOWED_ORIGINS: [],
  CORS_ALLOW_CREDENTIALS: false,
  CORS_ALLOW_METHODS: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  CORS_ALLOW_HEADERS: ['Accept', 'Authorization', 'Content-Type', 'X-CSRFToken', 'X-Request-Id'],
  CORS_EXPOSE_HEADERS: [
    'Allow',
    'Link',
    'Location',
    'Retry-After',
    'WWW-Authenticate',
    'X-Request-Id',
  ],
  CORS_PREFLIGHT_MAX_AGE: 7200,
  DATA_UPLOAD_MAX_MEMORY_SIZE: 2_621_440,
  DATA_UPLOAD_MAX_NUMBER_FIELDS: 1000,
  DATA_UPLOAD_MAX_NUMBER_ITEMS: 100_000,
  ...defaultSessionSettings,
  SECRET_KEYS: secretOfFirstUse(),
  LOGGER: consoleLogger,
})

/** One random secret. Cloudflare Workers draw nothing at random while a module is loaded. */
function secretOfFirstUse(): readonly string[] {
  let secret: string | undefined
  const get = () => {
    secret ??= randomSecret()
    return secret
  }
  return Object.defineProperty([''], 0, { get, enumerable: true })
}
