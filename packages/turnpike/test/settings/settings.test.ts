import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  allowAny,
  anonymousUser,
  consoleLogger,
  createApi,
  exceptionHandler,
  pageNumberPagination,
  type Settings,
} from '../../src/index.ts'

const resolve = (settings: object = {}) => createApi(settings as Settings).settings

describe('a setting that is left out has its default', () => {
  it.each([
    ['DEFAULT_AUTHENTICATION_CLASSES', []],
    ['DEFAULT_PERMISSION_CLASSES', [allowAny]],
    ['DEFAULT_THROTTLE_CLASSES', []],
    ['DEFAULT_THROTTLE_RATES', { anon: null, user: null }],
    ['RATE_LIMIT_HEADERS', false],
    ['FAILED_CREDENTIALS_RATES', { address: '100/15m', username: '10/15m' }],
    ['DEFAULT_PAGINATION_CLASS', null],
    ['PAGE_SIZE', null],
    ['UNAUTHENTICATED_USER', anonymousUser],
    ['UNAUTHENTICATED_TOKEN', null],
    ['EXCEPTION_HANDLER', exceptionHandler],
    ['RAISE_VALIDATION_ERRORS', false],
    ['EXPLAIN_REFUSALS', false],
    ['NON_FIELD_ERRORS_KEY', 'non_field_errors'],
    ['LIST_SERIALIZER_ERRORS_AS_DICT', true],
    ['URL_FORMAT_OVERRIDE', 'format'],
    ['ORDERING_PARAM', 'ordering'],
    ['SEARCH_PARAM', 'search'],
    ['LIST_CACHE_MAX_LENGTH', 16_777_216],
    ['CONDITIONAL_REQUESTS', false],
    ['ALLOWED_HOSTS', null],
    ['BASE_URL', null],
    ['TRUSTED_PROXIES', []],
    ['CORS_ALLOWED_ORIGINS', []],
    ['CORS_ALLOW_CREDENTIALS', false],
    ['CORS_ALLOW_METHODS', ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
    ['CORS_PREFLIGHT_MAX_AGE', 7200],
    ['SESSION_COOKIE_NAME', null],
    ['SESSION_COOKIE_AGE', 1_209_600],
    ['SESSION_IDLE_AGE', null],
    ['SESSIONS_PER_USER', 100],
    ['CSRF_COOKIE_NAME', null],
    ['CSRF_HEADER_NAME', 'X-CSRFToken'],
    ['CSRF_FIELD_NAME', 'csrfmiddlewaretoken'],
    ['CSRF_TRUSTED_ORIGINS', []],
    ['LOGIN_REDIRECT_URL', '/'],
    ['LOGOUT_REDIRECT_URL', '/'],
    ['DATA_UPLOAD_MAX_MEMORY_SIZE', 2_621_440],
    ['DATA_UPLOAD_MAX_NUMBER_FIELDS', 1000],
    ['DATA_UPLOAD_MAX_NUMBER_ITEMS', 100_000],
    ['LOGGER', consoleLogger],
  ] as const)('a setting that is left out has its default: %s', (name, value) => {
    expect(resolve()[name]).toEqual(value)
    expect(resolve({ [name]: undefined })[name]).toEqual(value)
  })

  it('renders JSON, and problem details for errors; parses JSON, forms and multipart', () => {
    const { DEFAULT_RENDERER_CLASSES, DEFAULT_PARSER_CLASSES } = resolve()

    expect(DEFAULT_RENDERER_CLASSES.map(({ mediaType }) => mediaType)).toEqual([
      'application/json',
      'application/problem+json',
    ])
    expect(DEFAULT_PARSER_CLASSES.map(({ mediaType }) => mediaType)).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ])
  })

  it('lets pages of other origins send and read the header fields that Turnpike knows', () => {
    const { CORS_ALLOW_HEADERS, CORS_EXPOSE_HEADERS } = resolve()

    for (const name of [
      'Accept',
      'Authorization',
      'Content-Type',
      'If-Match',
      'If-Modified-Since',
      'If-None-Match',
      'If-Unmodified-Since',
      'Prefer',
      'X-CSRFToken',
      'X-Request-Id',
    ]) {
      expect(CORS_ALLOW_HEADERS).toContain(name)
    }
    for (const name of [
      'Allow',
      'ETag',
      'Link',
      'Location',
      'Preference-Applied',
      'Retry-After',
      'WWW-Authenticate',
      'RateLimit',
      'RateLimit-Policy',
    ]) {
      expect(CORS_EXPOSE_HEADERS).toContain(name)
    }
  })

  it('each API has a secret and a throttle store of its own', () => {
    const [one, other] = [resolve(), resolve()]

    expect(one.SECRET_KEYS).toHaveLength(1)
    expect(one.SECRET_KEYS[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(one.SECRET_KEYS).not.toEqual(other.SECRET_KEYS)
    expect(one.THROTTLE_STORE).not.toBe(other.THROTTLE_STORE)
  })
})

describe('the secret of an API without SECRET_KEYS', () => {
  it('the secret of an API is drawn when first used: Workers refuse random values while loading', () => {
    const random = vi.spyOn(crypto, 'getRandomValues')
    onTestFinished(() => random.mockRestore())

    const { SECRET_KEYS } = resolve()
    expect(random).not.toHaveBeenCalled()

    const [secret] = SECRET_KEYS
    expect(random).toHaveBeenCalledOnce()
    expect([...SECRET_KEYS]).toEqual([secret])
    expect({ ...resolve({ SECRET_KEYS }) }.SECRET_KEYS).toEqual([secret])
    expect(random).toHaveBeenCalledOnce()
  })
})

describe('a setting that is given', () => {
  it('a given setting is used, null and false among them', () => {
    const given = {
      PAGE_SIZE: 50,
      DEFAULT_PAGINATION_CLASS: pageNumberPagination(),
      UNAUTHENTICATED_USER: null,
      LIST_SERIALIZER_ERRORS_AS_DICT: false,
      URL_FORMAT_OVERRIDE: null,
      ALLOWED_HOSTS: [],
    }
    expect(resolve(given)).toMatchObject(given)
  })

  it('leaves the object of the caller as it was', () => {
    const given = Object.freeze({ BASE_URL: 'https://api.example.com/' })
    expect(resolve(given).BASE_URL).toBe('https://api.example.com')
    expect(given).toEqual({ BASE_URL: 'https://api.example.com/' })
  })
})

describe('a setting that cannot be used is refused at declaration', () => {
  it('an unknown setting is refused, with the name that may be meant', () => {
    expect(() => resolve({ PAGINATION_CLASS: null })).toThrow(
      'Unknown option PAGINATION_CLASS of createApi(). Did you mean DEFAULT_PAGINATION_CLASS?',
    )
    expect(() => resolve({ PAGE_SIZES: 5 })).toThrow(
      'Unknown option PAGE_SIZES of createApi(). Did you mean PAGE_SIZE?',
    )
    expect(() => resolve({ PAGINATE_BY: 5 })).toThrow(
      /^Unknown option PAGINATE_BY of createApi\(\)\. Valid options: (?:[A-Z_]+, )+LOGOUT_REDIRECT_URL\.$/,
    )
    expect(() => resolve({ toString: 1 })).toThrow('Unknown option toString of createApi().')
  })

  it('two settings for the same query parameter are refused', () => {
    expect(() => resolve({ SEARCH_PARAM: 'ordering' })).toThrow(
      'ORDERING_PARAM and SEARCH_PARAM are both ordering: give each its own query parameter.',
    )
    expect(() => resolve({ URL_FORMAT_OVERRIDE: 'search' })).toThrow(
      'SEARCH_PARAM and URL_FORMAT_OVERRIDE are both search: give each its own query parameter.',
    )
    expect(() => resolve({ SEARCH_PARAM: 'format', URL_FORMAT_OVERRIDE: null })).not.toThrow()
  })

  it('credentials for every origin', () => {
    const settings = { CORS_ALLOW_CREDENTIALS: true }
    expect(() => resolve({ ...settings, CORS_ALLOWED_ORIGINS: ['*'] })).toThrow(
      'CORS_ALLOW_CREDENTIALS with the origin * would give every page the data',
    )
    expect(() =>
      resolve({ ...settings, CORS_ALLOWED_ORIGINS: ['https://app.example.com'] }),
    ).not.toThrow()
  })
})
