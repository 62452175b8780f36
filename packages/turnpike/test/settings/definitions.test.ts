import { djangoCsrfTokens } from '@turnpike/django'
import { describe, expect, it } from 'vitest'
import { asWritten } from '../../src/errors/configuration-error.ts'
import {
  ConfigurationError,
  consoleLogger,
  createApi,
  cursorPagination,
  exceptionHandler,
  formParser,
  isAuthenticated,
  jsonParser,
  jsonRenderer,
  memoryIdempotencyStore,
  memoryThrottleStore,
  type Settings,
  userRateThrottle,
} from '../../src/index.ts'
import { readVariables, settingVariables } from '../../src/settings/environment.ts'
import type { Setting } from '../../src/settings/setting.ts'
import { settingDefinitions } from '../../src/settings/settings.ts'

interface Examples {
  /** Values that can be used. */
  readonly valid: readonly unknown[]
  /** Values that cannot be used. Left out where anything can. */
  readonly invalid: readonly unknown[] | 'anything is valid'
  /** Texts of its environment variable with what they stand for; null: the environment has none. */
  readonly texts: readonly (readonly [text: string, value: unknown])[] | null
  /** Texts that stand for nothing. */
  readonly wrongTexts?: readonly string[]
}

const scheme = { authenticate: () => null }
const secret = 'x'.repeat(32)

const wholeNumbers = (least: number): Examples => ({
  valid: [least, least + 1, Number.MAX_SAFE_INTEGER],
  invalid: [least - 1, -1, 1.5, Number.NaN, Infinity, 2 ** 53, '50', true, [], null],
  texts: [
    [`${least}`, least],
    ['00500', 500],
  ],
  wrongTexts: [
    `${least - 1}`,
    '-1',
    '1.5',
    '1e3',
    '0x10',
    ' 500',
    '500s',
    '٥٠٠',
    'null',
    'None',
    '9'.repeat(17),
  ],
})

const orNull = ({ valid, invalid, texts, ...others }: Examples): Examples => ({
  ...others,
  valid: [...valid, null],
  invalid: Array.isArray(invalid) ? invalid.filter((value) => value !== null) : invalid,
  texts: texts && [...texts, ['none', null]],
})

const texts: Examples = {
  valid: ['errors', 'sort by'],
  invalid: ['', ' ', ' errors', 'errors ', 5, null, ['errors']],
  texts: [['errors', 'errors']],
  wrongTexts: [' errors', 'errors '],
}

const booleans: Examples = {
  valid: [true, false],
  invalid: ['true', 0, 1, null, []],
  texts: [
    ['true', true],
    ['True', true],
    ['1', true],
    ['false', false],
    ['FALSE', false],
    ['0', false],
  ],
  wrongTexts: ['yes', 'on', 'constructor', '2', 'none'],
}

const tokens: Examples = {
  valid: ['X-XSRF-TOKEN', 'sid', '__Host-a'],
  invalid: ['', 'a b', 'a;b', 'ü', 5, null, ['sid']],
  texts: [['X-XSRF-TOKEN', 'X-XSRF-TOKEN']],
  wrongTexts: ['a b', 'a;b'],
}

const lists = (item: string, other: string, wrong: readonly unknown[]): Examples => ({
  valid: [[], [item], [item, other]],
  invalid: [item, null, {}, [5], [[item]], ...wrong.flatMap((one) => [[one], [item, one]])],
  texts: [
    [item, [item]],
    [`${item},${other}`, [item, other]],
    [`${item} , ${other}`, [item, other]],
  ],
  wrongTexts: [`${item},`, `,${item}`, `${item};${other}`],
})

const policies = (policy: object, factory: object): Examples => ({
  valid: [[], [policy], [policy, policy]],
  invalid: [policy, factory, [factory], [policy, factory], [{}], [null], null, 'json'],
  texts: null,
})

const origins = lists('https://app.example.com', 'https://*.example.com:8443', [
  'https://',
  '//app.example.com',
  'ws://https:8443',
  'https://app.example.com/',
  'https://app.example.com:443',
  'https://*.*.example.com',
  'https://app.*.com',
  'nonsense',
])

const headerFields = lists('Authorization', 'X-Other', ['', 'a b'])

const urls: Examples = {
  valid: ['/', '/home/', '/~!', 'https://app.example.com/home'],
  invalid: ['', '/a b', '/ü/', 5, null, ['/home/']],
  texts: [['/home/', '/home/']],
  wrongTexts: ['/a b', '/ü/'],
}

const local = { breachedUrl: 'http://127.0.0.2:8000/range/' }
const breached = { breachedUrl: 'https://api.pwnedpasswords.com/range/' }

/** What each setting may be and may not: the compiler asks for an entry for each of them. */
const examples: Record<keyof Settings, Examples> = {
  ATOMIC_REQUESTS: booleans,
  TRANSACTIONS: {
    valid: [null, { run: (work: () => unknown) => work() }],
    invalid: [{}, true, () => {}, { transaction: () => {} }],
    texts: null,
  },
  READ_REPLICAS: {
    valid: [null, { run: () => {}, atPrimary: () => {}, fromHere: () => {} }],
    invalid: [{}, true, () => {}, { run: () => {} }],
    texts: null,
  },
  CHALLENGE_PROFILE: {
    valid: ['standard', 'oauth'],
    invalid: ['OAuth', '', 'none', true, null],
    texts: [
      ['standard', 'standard'],
      ['OAUTH', 'oauth'],
    ],
    wrongTexts: ['rfc6750', 'true'],
  },
  SCOPED_CREDENTIALS: {
    valid: ['any', 'declared'],
    invalid: ['ANY', '', null, true, ['any']],
    texts: [
      ['any', 'any'],
      ['DECLARED', 'declared'],
    ],
    wrongTexts: ['some', 'none'],
  },
  DEFAULT_AUTHENTICATION_CLASSES: policies(scheme, () => scheme),
  DEFAULT_PERMISSION_CLASSES: policies(isAuthenticated, () => isAuthenticated),
  UNAUTHENTICATED_USER: { valid: [null, 'nobody'], invalid: 'anything is valid', texts: null },
  UNAUTHENTICATED_TOKEN: { valid: [null, {}], invalid: 'anything is valid', texts: null },
  DEFAULT_THROTTLE_CLASSES: policies(userRateThrottle(), userRateThrottle),
  DEFAULT_THROTTLE_RATES: {
    valid: [
      {},
      { anon: '1/s', user: null },
      { uploads: '5/15m' },
      { plan: '100000/calendar-month Europe/Berlin', reports: '5/calendar-day' },
    ],
    invalid: [
      { plan: '100000/month' },
      { plan: '1/calendar-month Europe/Atlantis' },
      { plan: '1/calendar-hour' },
      { anon: '1/s', uploads: 'often' },
      { anon: 5 },
      '1/s',
      ['1/s'],
      null,
      { anon: '' },
    ],
    texts: [
      [
        'plan=9/calendar-week Etc/GMT+5,user=none',
        { plan: '9/calendar-week Etc/GMT+5', user: null },
      ],
      ['anon=100/day, user=none', { anon: '100/day', user: null }],
      ['uploads = 5/15m', { uploads: '5/15m' }],
    ],
    wrongTexts: ['100/day', 'anon=often', '=100/day', 'anon=', 'anon=1/s,', 'none'],
  },
  RATE_LIMIT_HEADERS: booleans,
  RAISE_VALIDATION_ERRORS: booleans,
  EXPLAIN_REFUSALS: booleans,
  FAILED_CREDENTIALS_RATES: {
    valid: [
      { address: '1/s', username: '2/s' },
      { address: null, username: null },
    ],
    invalid: [
      {},
      { address: '1/s' },
      { address: '1/s', username: 'often' },
      { address: '1/s', username: '2/s', user: '3/s' },
      null,
      '1/s',
    ],
    texts: [['address=1/s,username=none', { address: '1/s', username: null }]],
    wrongTexts: ['address=1/s', 'address=1/s,user=1/s', 'none'],
  },
  IDEMPOTENT_REQUESTS: booleans,
  IDEMPOTENCY_HEADER: tokens,
  IDEMPOTENCY_LIFETIME: wholeNumbers(1),
  IDEMPOTENCY_MAX_ANSWER_SIZE: wholeNumbers(0),
  IDEMPOTENCY_STORE: {
    valid: [memoryIdempotencyStore()],
    invalid: [memoryIdempotencyStore, { claim: () => null }, 'memory', null],
    texts: null,
  },
  THROTTLE_STORE: {
    valid: [memoryThrottleStore()],
    invalid: [memoryThrottleStore, { take: () => null }, 'memory', null],
    texts: null,
  },
  DEFAULT_RENDERER_CLASSES: policies(jsonRenderer(), jsonRenderer),
  DEFAULT_PARSER_CLASSES: policies(formParser(), jsonParser),
  URL_FORMAT_OVERRIDE: orNull(texts),
  DEFAULT_PAGINATION_CLASS: {
    valid: [null, cursorPagination({ ordering: ['pk'] })],
    invalid: [cursorPagination, [cursorPagination({ ordering: ['pk'] })], {}, 'cursor'],
    texts: null,
  },
  PASSWORD_RULES: {
    valid: [null, {}, { minLength: 8 }, { minLength: 15, breachedUrl: null }, breached, local],
    invalid: [
      { minLength: 7 },
      { minLength: 65 },
      { minLength: '12' },
      { maxLength: 12 },
      { breachedUrl: 'http://range.example.com/' },
      { breachedUrl: 'http://localhost:secret@range.example.com/' },
      { breachedUrl: 'range' },
      12,
      'none',
    ],
    texts: [
      ['minLength=12', { minLength: 12 }],
      [`minLength = 12, breachedUrl=${breached.breachedUrl}`, { minLength: 12, ...breached }],
      ['none', null],
    ],
    wrongTexts: ['12', 'minLength=7', 'minLength=12,', 'breachedUrl=range', 'maxLength=12'],
  },
  PAGE_SIZE: orNull(wholeNumbers(1)),
  ORDERING_PARAM: texts,
  SEARCH_PARAM: texts,
  STRICT_QUERY: booleans,
  LIST_CACHE_MAX_LENGTH: wholeNumbers(0),
  CONDITIONAL_REQUESTS: booleans,
  LANGUAGES: {
    valid: [['en'], ['de', 'en'], ['pt-BR', 'pl'], ['de-CH']],
    invalid: [[], 'en', ['en', 'en'], ['pt-br', 'pt-BR'], ['german language'], [1], null],
    texts: [
      ['en', ['en']],
      ['en,de, pt-BR', ['en', 'de', 'pt-BR']],
    ],
    wrongTexts: ['en,en', 'en,', 'e', 'english language'],
  },
  USER_LANGUAGE: { valid: [null, () => 'de'], invalid: ['de', {}], texts: null },
  TRANSLATIONS: {
    valid: [
      {},
      { de: { 'Back at noon.': 'Mittags wieder da.' } },
      { de: { '{count} left.': { one: '{count} da.', other: '{count} da.' } } },
    ],
    invalid: [
      null,
      [],
      'de',
      { 'german language': {} },
      { de: 'Nein.' },
      { de: { 'Back at noon.': 1 } },
      { de: { '{count} left.': { one: 'Eins da.' } } },
      { de: { '{count} left.': '{cuont} da.' } },
      { de: { '{count} left.': { singular: '{count} da.', other: '{count} da.' } } },
    ],
    texts: null,
  },
  EXCEPTION_HANDLER: { valid: [exceptionHandler], invalid: [null, {}, 'handler'], texts: null },
  NON_FIELD_ERRORS_KEY: texts,
  LIST_SERIALIZER_ERRORS_AS_DICT: booleans,
  LOGGER: {
    valid: [consoleLogger],
    invalid: [null, {}, { info: () => {}, warn: () => {} }, () => consoleLogger],
    texts: null,
  },
  DATA_UPLOAD_MAX_MEMORY_SIZE: wholeNumbers(1),
  DATA_UPLOAD_MAX_NUMBER_FIELDS: wholeNumbers(1),
  DATA_UPLOAD_MAX_NUMBER_ITEMS: wholeNumbers(1),
  ALLOWED_HOSTS: {
    valid: [null, [], ['*'], ['api.example.com', '.example.org', '[::1]', 'localhost']],
    invalid: ['api.example.com', ['https://api.example.com'], ['a:80'], ['*.test'], [''], [5]],
    texts: [
      ['api.example.com, .Example.org,*', ['api.example.com', '.Example.org', '*']],
      ['[::1]', ['[::1]']],
      ['none.example.com', ['none.example.com']],
    ],
    wrongTexts: ['https://api.example.com', 'a.example.com,,b.example.com', 'a:80', 'none', 'None'],
  },
  PROTECTED_RESOURCE: {
    valid: [
      null,
      '/',
      '/api',
      '/api/mcp/',
      '/a%20b',
      'https://api.example.com',
      'https://api.example.com/',
      'https://api.example.com:8443/notes',
      'http://localhost:8000/',
      'http://127.0.0.1/notes',
      'http://127.0.0.2/notes',
      'http://[::1]:8000/',
    ],
    invalid: [
      '',
      'api',
      '//api.example.com',
      '/a/../b',
      '/a b',
      '/api?v=1',
      '/api#top',
      '/"',
      'http://api.example.com/',
      'ftp://api.example.com/',
      'https://user@api.example.com/',
      'https://api.example.com/?v=1',
      'https://api.example.com/#top',
      'HTTPS://API.example.com/',
      'https://api.example.com/a/../b',
      7,
      [],
      new URL('https://api.example.com/'),
    ],
    texts: [
      ['/api', '/api'],
      ['https://api.example.com/', 'https://api.example.com/'],
      ['none', null],
    ],
    wrongTexts: ['api.example.com', '/api?v=1', ' /api'],
  },
  BASE_URL: {
    valid: [null, 'https://api.example.com', 'http://localhost:8000', 'https://[::1]:8443'],
    invalid: [
      '',
      'api.example.com',
      '//api.example.com',
      'ftp://api.example.com',
      'https://',
      'https:///',
      'https://api.example.com/v1',
      'https://api.example.com//',
      'https://api.example.com?v=1',
      'https://api.example.com#top',
      'https://ann@api.example.com',
      ' https://api.example.com',
      'https://[::1',
      5,
      ['https://api.example.com'],
    ],
    texts: [
      ['https://api.example.com/', 'https://api.example.com/'],
      ['none', null],
    ],
    wrongTexts: ['api.example.com', 'https://api.example.com/v1', 'https://[::1', 'null'],
  },
  TRUSTED_PROXIES: lists('127.0.0.1', 'fd00::/8', ['proxy.internal', '10.0.0.0/33', '10.0.0.1:80']),
  SECRET_KEYS: {
    valid: [[secret], [secret, `${secret}y`]],
    invalid: [[], [secret.slice(1)], [secret, 'short'], secret, null, [32]],
    texts: [[`${secret}, ${secret}y`, [secret, `${secret}y`]]],
    wrongTexts: ['short', `${secret},short`, `${secret},`],
  },
  CORS_ALLOWED_ORIGINS: { ...origins, valid: [...origins.valid, ['*']] },
  CORS_ALLOW_CREDENTIALS: booleans,
  CORS_ALLOW_METHODS: lists('GET', 'POST', ['', 'GET POST']),
  CORS_ALLOW_HEADERS: headerFields,
  CORS_EXPOSE_HEADERS: headerFields,
  CORS_PREFLIGHT_MAX_AGE: wholeNumbers(0),
  SESSION_COOKIE_NAME: orNull(tokens),
  SESSION_COOKIE_AGE: wholeNumbers(1),
  SESSION_IDLE_AGE: orNull(wholeNumbers(120)),
  SESSIONS_PER_USER: orNull(wholeNumbers(1)),
  CSRF_COOKIE_NAME: orNull(tokens),
  CSRF_HEADER_NAME: tokens,
  CSRF_FIELD_NAME: {
    valid: ['csrf', 'a b'],
    invalid: ['', 5, null],
    texts: [['a b', 'a b']],
  },
  CSRF_TRUSTED_ORIGINS: origins,
  CSRF_TOKENS: {
    valid: [null, djangoCsrfTokens()],
    invalid: [{}, 'django', { ...djangoCsrfTokens(), mask: null }],
    texts: null,
  },
  LOGIN_REDIRECT_URL: urls,
  LOGOUT_REDIRECT_URL: urls,
}

const definitions: Readonly<Record<string, Setting>> = settingDefinitions

/** With the host that some need: a path alone would be below any host that a client sends. */
const resolve = (settings: object) =>
  createApi({ ALLOWED_HOSTS: ['api.example.com'], ...settings } as Settings).settings

const readText = (name: string, text: string) => readVariables(settingVariables, { [name]: text })

const cases = Object.entries(examples).map(([name, given]) => {
  const { rule, normalise = (value: unknown) => value } = definitions[name] as Setting
  return { name, rule, normalise, ...given }
})

describe('settings', () => {
  it.each(cases)('$name may have each of its valid values', ({ name, valid, normalise }) => {
    for (const value of valid) {
      expect(resolve({ [name]: value })).toMatchObject({ [name]: normalise(value) })
    }
  })

  it.each(cases)('the default of $name keeps to its rule', ({ name, rule }) => {
    expect(rule.accepts(resolve({})[name as keyof Settings])).toBe(true)
  })

  it.each(cases)(
    '$name is refused with what it must be and what was given',
    ({ name, rule, invalid }) => {
      expect(rule.accepts(Symbol('any'))).toBe(invalid === 'anything is valid')
      for (const value of invalid === 'anything is valid' ? [] : invalid) {
        const not = rule.show === undefined ? `, not ${asWritten(value)}` : ''
        const refuse = () => resolve({ [name]: value })
        expect(refuse).toThrow(ConfigurationError)
        expect(refuse).toThrow(`${name} must be ${rule.expected}${not}.`)
      }
    },
  )

  it.each(cases)(
    'the environment has $name if it is a plain value',
    ({ name, rule, normalise, texts }) => {
      expect(rule.text === undefined).toBe(texts === null)
      for (const [text, value] of texts ?? []) {
        expect(readText(name, text)).toEqual({ [name]: value })
        expect(resolve({ [name]: value })).toMatchObject({ [name]: normalise(value) })
      }
    },
  )

  it.each(cases)(
    'the variable $name is refused with what it is and what it must be',
    ({ name, rule, wrongTexts = [] }) => {
      for (const text of wrongTexts) {
        const shown = rule.show === undefined ? JSON.stringify(text) : 'set'
        const advice = rule.text?.advise?.(text)
        expect(() => readText(name, text)).toThrow(
          new ConfigurationError(
            `These environment variables cannot be used:\n  ${name} is ${shown}; it must be ${rule.text?.expected}.${advice ? ` ${advice}` : ''}`,
          ),
        )
      }
    },
  )
})

it('every setting has a definition, and examples here', () => {
  expect(Object.keys(definitions).sort()).toEqual(Object.keys(examples).sort())
})
