import { isDict, type PythonValue, textsOf } from '../python/value.ts'
import type { AdoptedSettings } from './adopted.ts'
import type { Adoption, Source } from './adoption.ts'
import { readPasswordHashers } from './password-hashers.ts'
import { readPasswordValidators } from './password-validators.ts'
import { readSessions } from './sessions.ts'

type Facts = Pick<AdoptedSettings, 'passwordFormat' | 'sessions' | 'userModel' | 'usesTimeZones'>

/** Takes over Django's own settings. */
export function readDjango(source: Source, adoption: Adoption): Facts {
  readHosts(source, adoption)
  readCookies(source, adoption)
  const sessions = readSessions(source, adoption)
  readOrigins(source, adoption)
  readLimits(source, adoption)
  readPasswordValidators(source, adoption)
  const passwordFormat = readPasswordHashers(source, adoption)
  readDatabase(source, adoption)
  readMiddleware(source, adoption)
  for (const [name, text] of reasons) {
    if (source.has(name) && isOn(source.get(name))) adoption.leave(name, text)
  }
  readTimes(source, adoption)
  const userModel = source.get('AUTH_USER_MODEL')
  return {
    passwordFormat,
    sessions,
    userModel: typeof userModel === 'string' ? userModel : null,
    usesTimeZones: source.get('USE_TZ') !== false,
  }
}

const isOn = (value: PythonValue | undefined) =>
  value !== undefined && value !== null && value !== false && textsOf(value)?.length !== 0

const reasons: ReadonlyMap<string, string> = new Map([
  ['SECRET_KEY', 'never written: give it to the application as `DJANGO_SECRET_KEY`.'],
  ['SECRET_KEY_FALLBACKS', 'never written: give them to `djangoAccounts` as `secretKeyFallbacks`.'],
  ['SECURE_PROXY_SSL_HEADER', 'write `TRUSTED_PROXIES`, their addresses, into `src/settings.ts`.'],
  ['USE_X_FORWARDED_HOST', 'write `TRUSTED_PROXIES`, their addresses, into `src/settings.ts`.'],
  ['SECURE_SSL_REDIRECT', 'let the proxy redirect to https.'],
  ['SECURE_HSTS_SECONDS', 'let the proxy send `Strict-Transport-Security`.'],
  ['CACHES', 'throttles count in the memory of the process; see `THROTTLE_STORE`.'],
  ['LOGGING', 'write it as the setting `LOGGER`.'],
  ['CSRF_USE_SESSIONS', 'the CSRF token is read from its cookie.'],
  ['SESSION_COOKIE_DOMAIN', 'cookies are those of the host; let the proxy add the domain.'],
  ['DATABASE_ROUTERS', 'the application has one database.'],
  ['DEFAULT_FILE_STORAGE', 'files are columns with their path; see the guide to uploads.'],
  ['STORAGES', 'files are columns with their path; see the guide to uploads.'],
])

function readHosts({ get, has }: Source, adoption: Adoption): void {
  const hosts = textsOf(get('ALLOWED_HOSTS')) ?? []
  // Without any, Django answers for no host in production.
  if (has('ALLOWED_HOSTS') && hosts.length > 0)
    adoption.set('ALLOWED_HOSTS', 'ALLOWED_HOSTS', hosts)
}

function readCookies({ get, has }: Source, adoption: Adoption): void {
  // Browsers hold cookies of these names; over https those of Turnpike have others.
  adoption.set(
    'SESSION_COOKIE_NAME',
    'SESSION_COOKIE_NAME',
    get('SESSION_COOKIE_NAME') ?? 'sessionid',
  )
  adoption.set('CSRF_COOKIE_NAME', 'CSRF_COOKIE_NAME', get('CSRF_COOKIE_NAME') ?? 'csrftoken')
  const age = get('SESSION_COOKIE_AGE')
  if (has('SESSION_COOKIE_AGE') && age !== undefined) {
    adoption.set('SESSION_COOKIE_AGE', 'SESSION_COOKIE_AGE', age)
  }
  const header = get('CSRF_HEADER_NAME')
  if (has('CSRF_HEADER_NAME') && typeof header === 'string') {
    const field = header.replace(/^HTTP_/, '').replaceAll('_', '-')
    adoption.set('CSRF_HEADER_NAME', 'CSRF_HEADER_NAME', field)
  }
  const engine = get('SESSION_ENGINE')
  const isStored = /^django\.contrib\.sessions\.backends\.(?:cached_)?db$/
  if (has('SESSION_ENGINE') && !(typeof engine === 'string' && isStored.test(engine))) {
    adoption.leave('SESSION_ENGINE', 'sessions are read from the table `django_session` only.')
  }
  const serializer = get('SESSION_SERIALIZER')
  if (
    has('SESSION_SERIALIZER') &&
    serializer !== 'django.contrib.sessions.serializers.JSONSerializer'
  ) {
    adoption.leave('SESSION_SERIALIZER', 'sessions are read as JSON only: set `JSONSerializer`.')
  }
}

function readOrigins({ get, has }: Source, adoption: Adoption): void {
  for (const name of ['CSRF_TRUSTED_ORIGINS', 'CORS_ALLOWED_ORIGINS'] as const) {
    const origins = textsOf(get(name)) ?? []
    if (has(name) && origins.length > 0) adoption.set(name, name, origins.map(originOf))
  }
  const isForAll = get('CORS_ALLOW_ALL_ORIGINS') === true
  const hasCredentials = get('CORS_ALLOW_CREDENTIALS') === true
  if (isForAll && hasCredentials) {
    adoption.leave('CORS_ALLOW_ALL_ORIGINS', 'not with credentials: name the origins.')
  } else if (isForAll) {
    adoption.set('CORS_ALLOW_ALL_ORIGINS', 'CORS_ALLOWED_ORIGINS', ['*'])
  } else if (hasCredentials) {
    adoption.set('CORS_ALLOW_CREDENTIALS', 'CORS_ALLOW_CREDENTIALS', true)
  }
  if (has('CORS_ALLOWED_ORIGIN_REGEXES')) {
    adoption.leave('CORS_ALLOWED_ORIGIN_REGEXES', 'name the origins: `https://*.example.com`.')
  }
}

/** Before Django 4.0 an origin was a host: `example.com`, `.example.com` with its subdomains. */
const originOf = (given: string): string =>
  given.includes('://') ? given : `https://${given.replace(/^\./, '*.')}`

function readLimits({ get, has }: Source, adoption: Adoption): void {
  const names = [
    'DATA_UPLOAD_MAX_MEMORY_SIZE',
    'DATA_UPLOAD_MAX_NUMBER_FIELDS',
    'LOGIN_REDIRECT_URL',
    'LOGOUT_REDIRECT_URL',
  ] as const
  for (const name of names) {
    const value = get(name)
    if (has(name) && value !== undefined) adoption.set(name, name, value)
  }
}

function readDatabase({ get }: Source, adoption: Adoption): void {
  const databases = get('DATABASES')
  if (!isDict(databases)) return
  const preset = databases.entries.get('default')
  if (isDict(preset) && preset.entries.get('ATOMIC_REQUESTS') === true) {
    adoption.set("DATABASES['default']['ATOMIC_REQUESTS']", 'ATOMIC_REQUESTS', true)
  }
  const others = [...databases.entries.keys()].filter((name) => name !== 'default')
  if (others.length > 0) adoption.leave('DATABASES', 'the application has one database.')
}

function readMiddleware({ get }: Source, adoption: Adoption): void {
  const known = /^(?:django\.|corsheaders\.|whitenoise\.)/
  for (const path of textsOf(get('MIDDLEWARE')) ?? []) {
    if (known.test(path)) continue
    const name = path.replaceAll(/[^\w.]/g, '?').slice(0, 200)
    adoption.leave('MIDDLEWARE', `\`${name}\` is code: see middleware of \`routes\`.`)
  }
}

function readTimes({ get, has }: Source, adoption: Adoption): void {
  const zone = get('TIME_ZONE')
  if (get('USE_TZ') === false) {
    adoption.leave('USE_TZ', 'moments have no zone: they are read and sent as they are stored.')
  } else if (typeof zone === 'string' && !/^(?:Etc\/)?(?:UTC|GMT)$/.test(zone)) {
    adoption.leave('TIME_ZONE', 'moments are sent in UTC; Django sends them in its time zone.')
  }
  const language = get('LANGUAGE_CODE')
  if (has('LANGUAGE_CODE') && typeof language === 'string' && !/^en\b/.test(language)) {
    adoption.leave('LANGUAGE_CODE', 'see `LANGUAGES`: texts are English unless it is set.')
  }
  if (has('APPEND_SLASH') || get('APPEND_SLASH') === true) {
    adoption.leave('APPEND_SLASH', 'a path without its last slash is 404 and is not redirected.')
  }
}
