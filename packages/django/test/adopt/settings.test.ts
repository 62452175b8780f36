import { describe, expect, it } from 'vitest'
import { readSettingsDump } from '../../src/adopt/python/dump.ts'
import { adoptSettings } from '../../src/adopt/settings/read-settings.ts'

const adopted = (...lines: string[]) => adoptSettings(readSettingsDump(lines.join('\n')))

describe('the dump of Django settings', () => {
  it('defaults, own settings and those that Django does not know are distinguished', () => {
    const { settings } = readSettingsDump(
      "### DEBUG = False\nUSE_TZ = True\nREST_FRAMEWORK = {'PAGE_SIZE': 20}  ###\n",
    )
    expect([...settings].map(([name, { isDefault }]) => [name, isDefault])).toEqual([
      ['DEBUG', true],
      ['USE_TZ', false],
      ['REST_FRAMEWORK', false],
    ])
  })

  it('the unified form of a dump is read, without the defaults that were replaced', () => {
    const { settings } = readSettingsDump('  DEBUG = False\n- USE_TZ = False\n+ USE_TZ = True\n')
    expect(settings.get('USE_TZ')).toEqual({ value: true, isDefault: false })
    expect(settings.get('DEBUG')).toEqual({ value: false, isDefault: true })
  })

  it.each([
    ['', 'line 1'],
    ['USE_TZ = True\n\nTraceback (most recent call last):', 'line 3'],
    ["USE_TZ = True\nREST_FRAMEWORK = {'PAGE_SIZE': ", 'line 2, REST_FRAMEWORK'],
  ])('a dump that cannot be read is refused with its line: %j', (text, place) => {
    expect(() => readSettingsDump(text)).toThrow(place)
  })

  it('the refusal of a dump does not show the value, which may be a secret', () => {
    expect(() => readSettingsDump("SIMPLE_JWT = {'SIGNING_KEY': 'hunter2")).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    )
  })

  it('a setting of an application that prints anything is reported, not refused', () => {
    const { unreadable } = readSettingsDump('USE_TZ = True\nREGISTRY = Registry{a b}  ###')
    expect(unreadable).toEqual(['REGISTRY'])
  })
})

describe('adopted settings', () => {
  it('the policies of Django REST framework become those of Turnpike', () => {
    const settings = adopted(
      `REST_FRAMEWORK = {'DEFAULT_AUTHENTICATION_CLASSES': ('rest_framework.authentication.TokenAuthentication', 'knox.auth.TokenAuthentication', 'notes.auth.Own'), 'DEFAULT_PERMISSION_CLASSES': ['rest_framework.permissions.DjangoModelPermissions'], 'DEFAULT_PAGINATION_CLASS': 'rest_framework.pagination.LimitOffsetPagination', 'PAGE_SIZE': 25, 'DEFAULT_THROTTLE_CLASSES': ['rest_framework.throttling.AnonRateThrottle'], 'DEFAULT_RENDERER_CLASSES': ['rest_framework.renderers.JSONRenderer'], 'NUM_PROXIES': 2}  ###`,
    )
    expect(settings).toMatchObject({
      schemes: ['token', 'knox'],
      permissions: ['model'],
      pagination: 'limitOffset',
      throttles: ['anon'],
      hasPages: false,
    })
    expect(settings.values.get('PAGE_SIZE')).toBe(25)
    const left = settings.report.left.map(({ name, text }) => `${name}: ${text}`)
    expect(left).toContainEqual(expect.stringContaining('`notes.auth.Own` is code'))
    expect(left).toContainEqual(expect.stringContaining('TRUSTED_PROXIES'))
  })

  it('a rate has the period that Django REST framework reads: the first letter alone', () => {
    const { values, report } = adopted(
      "REST_FRAMEWORK = {'DEFAULT_THROTTLE_RATES': {'anon': '100/day', 'burst': '5/month', 'user': None, 'bad': 'often', '__proto__': '1/s'}}  ###",
    )
    const rates = values.get('DEFAULT_THROTTLE_RATES') as Record<string, string>
    expect(Object.entries(rates)).toEqual([
      ['anon', '100/day'],
      ['burst', '5/minute'],
      ['user', null],
      ['__proto__', '1/second'],
    ])
    expect(report.left.map(({ text }) => text)).toContain('the rate of `bad` cannot be read.')
  })

  it.each([
    ['14', { minLength: 14 }],
    ['8', undefined],
    ['6', undefined],
    ['100', undefined],
  ])(
    'the length of AUTH_PASSWORD_VALIDATORS becomes that of PASSWORD_RULES: %s',
    (length, rules) => {
      const folder = 'django.contrib.auth.password_validation.'
      const { values, report } = adopted(
        `AUTH_PASSWORD_VALIDATORS = [{'NAME': '${folder}MinimumLengthValidator', 'OPTIONS': {'min_length': ${length}}}, {'NAME': '${folder}CommonPasswordValidator'}, {'NAME': '${folder}NumericPasswordValidator'}, {'NAME': 'notes.Own'}]  ###`,
      )

      expect(values.get('PASSWORD_RULES')).toEqual(rules)
      const left = report.left.filter(({ name }) => name === 'AUTH_PASSWORD_VALIDATORS')
      expect(left.map(({ text }) => text)).toEqual([
        ...({
          6: ['`PASSWORD_RULES` asks for at least 8 characters.'],
          100: [expect.stringContaining('`PASSWORD_RULES` must be an object with minLength')],
        }[length] ?? []),
        `\`${folder}NumericPasswordValidator\` is not a rule of \`PASSWORD_RULES\`.`,
        '`notes.Own` is not a rule of `PASSWORD_RULES`.',
      ])
    },
  )

  it.each([
    ["### PASSWORD_HASHERS = ['<PBKDF2>']", 'pbkdf2_sha256', []],
    ["PASSWORD_HASHERS = ['<PBKDF2>', '<Argon2>']", 'pbkdf2_sha256', []],
    ["PASSWORD_HASHERS = ['<PBKDF2SHA1>']", 'pbkdf2_sha1', []],
    ["PASSWORD_HASHERS = ['<Argon2>', '<PBKDF2>']", 'argon2', []],
    ["PASSWORD_HASHERS = ['<Scrypt>']", 'scrypt', []],
    ["PASSWORD_HASHERS = ['<BCryptSHA256>']", 'bcrypt_sha256', []],
    ["PASSWORD_HASHERS = ['<BCrypt>']", 'bcrypt', []],
    ["PASSWORD_HASHERS = ['<MD5>']", null, ['MD5PasswordHasher` is not safe']],
    ["PASSWORD_HASHERS = ['notes.Own', '<PBKDF2>']", null, ['`notes.Own` is code: write `format`']],
    ["PASSWORD_HASHERS = ['<Argon2>', 'notes.Own']", 'argon2', ['`notes.Own` is code: its']],
    ['### USE_TZ = True', null, []],
  ])('the format of new passwords is the first of PASSWORD_HASHERS: %s', (line, format, left) => {
    const { passwordFormat, report } = adopted(
      line.replaceAll(/<(\w+)>/g, 'django.contrib.auth.hashers.$1PasswordHasher'),
    )

    expect(passwordFormat).toBe(format)
    const notes = report.left.filter(({ name }) => name === 'PASSWORD_HASHERS')
    expect(notes.map(({ text }) => text)).toEqual(left.map((text) => expect.stringContaining(text)))
    const isTaken = report.taken.some(({ name }) => name === 'PASSWORD_HASHERS')
    expect(isTaken).toBe(format !== null && !line.startsWith('#'))
  })

  it('cookies keep their names, which browsers already have', () => {
    const { values } = adopted("### SESSION_COOKIE_NAME = 'sessionid'", "CSRF_COOKIE_NAME = 'csrf'")
    expect(values.get('SESSION_COOKIE_NAME')).toBe('sessionid')
    expect(values.get('CSRF_COOKIE_NAME')).toBe('csrf')
  })

  it.each([
    ['JSONSerializer', 0],
    ['PickleSerializer', 1],
  ])('the report has %s %i times as a serializer whose sessions cannot be read', (name, times) => {
    const { report } = adopted(`SESSION_SERIALIZER = 'django.contrib.sessions.serializers.${name}'`)
    const notes = report.left.filter((note) => note.name === 'SESSION_SERIALIZER')
    expect(notes).toHaveLength(times)
  })

  it.each([
    ['### SESSION_COOKIE_AGE = 1209600', {}, []],
    ["AUTHENTICATION_BACKENDS = ('<ModelBackend>',)", {}, []],
    ['SESSION_COOKIE_AGE = 2592000', { cookieAge: 2_592_000 }, []],
    ['SESSION_COOKIE_AGE = 0', {}, ['`SESSION_COOKIE_AGE` must be']],
    [
      'SESSION_SAVE_EVERY_REQUEST = True',
      { saveEveryRequest: true },
      ['a session that starts here ends `SESSION_COOKIE_AGE` after it began.'],
    ],
    [
      "AUTHENTICATION_BACKENDS = ['axes.Backend', '<ModelBackend>', 'allauth.Backend']",
      { backends: ['<ModelBackend>', 'axes.Backend', 'allauth.Backend'] },
      ['passwords are checked as `ModelBackend` does'],
    ],
    [
      "AUTHENTICATION_BACKENDS = ['no path']",
      {},
      ['its value cannot be taken over.', 'passwords are checked as `ModelBackend` does'],
    ],
  ])('the options of sessions are those of the project: %s', (line, options, left) => {
    const path = (text: string) => text.replaceAll(/<(\w+)>/g, 'django.contrib.auth.backends.$1')
    const { sessions, report } = adopted(path(line))

    expect(Object.fromEntries(sessions)).toEqual(JSON.parse(path(JSON.stringify(options))))
    expect(report.left.map(({ text }) => text)).toEqual(
      left.map((text) => expect.stringContaining(text)),
    )
    const taken = report.taken.map(({ text }) => text).filter((text) => text.includes('`sessions`'))
    expect(taken).toEqual(
      Object.keys(options).map((option) => `\`${option}\` of \`sessions\` in \`src/accounts.ts\``),
    )
  })

  it('hosts, origins, header names and limits are those of the project', () => {
    const { values } = adopted(
      "ALLOWED_HOSTS = ['api.example.com', '.example.org']",
      "CSRF_TRUSTED_ORIGINS = ['app.example.com', '.example.org', 'https://x.example']",
      "CSRF_HEADER_NAME = 'HTTP_X_XSRF_TOKEN'",
      'DATA_UPLOAD_MAX_MEMORY_SIZE = 1000000',
      "DATABASES = {'default': {'ATOMIC_REQUESTS': True, 'PASSWORD': 'hunter2'}}",
    )
    expect(Object.fromEntries(values)).toMatchObject({
      ALLOWED_HOSTS: ['api.example.com', '.example.org'],
      CSRF_TRUSTED_ORIGINS: [
        'https://app.example.com',
        'https://*.example.org',
        'https://x.example',
      ],
      CSRF_HEADER_NAME: 'X-XSRF-TOKEN',
      DATA_UPLOAD_MAX_MEMORY_SIZE: 1_000_000,
      ATOMIC_REQUESTS: true,
    })
  })

  it('a value that Turnpike would refuse at start-up is reported instead', () => {
    const { values, report } = adopted(
      "ALLOWED_HOSTS = ['http://wrong/']",
      "SESSION_COOKIE_NAME = 'with blank'",
      "REST_FRAMEWORK = {'PAGE_SIZE': -1}  ###",
    )
    expect([...values.keys()]).toEqual(['CSRF_COOKIE_NAME'])
    expect(report.left.map(({ name }) => name)).toEqual([
      "REST_FRAMEWORK['PAGE_SIZE']",
      'ALLOWED_HOSTS',
      'SESSION_COOKIE_NAME',
    ])
  })

  it('the options of simplejwt are taken over, and keys of its own come from the environment', () => {
    const { jwt } = adopted(
      "SECRET_KEY = 'one'",
      "SIMPLE_JWT = {'ACCESS_TOKEN_LIFETIME': datetime.timedelta(seconds=600), 'ALGORITHM': 'RS256', 'SIGNING_KEY': 'two', 'VERIFYING_KEY': '', 'AUTH_HEADER_TYPES': ('JWT',), 'ROTATE_REFRESH_TOKENS': True}  ###",
    )
    expect(Object.fromEntries(jwt.values)).toEqual({
      accessTokenSeconds: 600,
      algorithm: 'RS256',
      headerTypes: ['JWT'],
      rotateRefreshTokens: true,
    })
    expect(Object.fromEntries(jwt.variables)).toEqual({ signingKey: 'DJANGO_JWT_SIGNING_KEY' })
  })

  it('no secret of the settings is in what is adopted from them', () => {
    const settings = adopted(
      "SECRET_KEY = 'hunter2'",
      "SECRET_KEY_FALLBACKS = ['hunter2']",
      "SIMPLE_JWT = {'SIGNING_KEY': 'hunter2-jwt', 'hunter2-unknown': 1}  ###",
      "EMAIL_HOST_PASSWORD = 'hunter2'",
      "DATABASES = {'default': {'PASSWORD': 'hunter2', 'HOST': 'hunter2'}}",
      "AWS_SECRET_ACCESS_KEY = 'hunter2'  ###",
      "CACHES = {'default': {'LOCATION': 'redis://:hunter2@host'}}",
    )
    const text = JSON.stringify(settings, (_, value) => (value instanceof Map ? [...value] : value))
    expect(text.replaceAll('hunter2-unknown', '')).not.toContain('hunter2')
  })
})
