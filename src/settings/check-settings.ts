import { checkSessionSetting } from '../authentication/session-settings.ts'
import { asWritten, ConfigurationError } from '../errors/configuration-error.ts'
import { requireKnown } from '../errors/known-options.ts'
import { trustedProxies } from '../http/client.ts'
import { parseRate } from '../throttling/rate.ts'
import { requirePolicies } from './require-policies.ts'
import type { Settings } from './settings.ts'

/**
 * Checks what the deployer has set.
 *
 * @param known the names of all settings.
 * @throws ConfigurationError that says what to change.
 */
export function checkSettings(settings: Settings, known: readonly string[]): void {
  requireKnown('createApi()', settings, known)
  for (const [name, value] of Object.entries(settings)) checkValue(name, value)
  for (const [kind, name] of Object.entries(policies))
    requirePolicies(name, { [kind]: settings[name] })
  if (settings.CORS_ALLOW_CREDENTIALS && settings.CORS_ALLOWED_ORIGINS?.includes('*')) {
    throw new ConfigurationError(
      'CORS_ALLOW_CREDENTIALS with the origin * would hand every page the data of whoever visits it: name the origins.',
    )
  }
  trustedProxies(settings.TRUSTED_PROXIES ?? [])
  for (const rate of Object.values(settings.DEFAULT_THROTTLE_RATES ?? {})) {
    if (rate !== null) parseRate(rate)
  }
}

const policies = {
  authentication: 'DEFAULT_AUTHENTICATION_CLASSES',
  permissions: 'DEFAULT_PERMISSION_CLASSES',
  throttles: 'DEFAULT_THROTTLE_CLASSES',
  renderers: 'DEFAULT_RENDERER_CLASSES',
  parsers: 'DEFAULT_PARSER_CLASSES',
  pagination: 'DEFAULT_PAGINATION_CLASS',
} as const

const positive = [
  'DATA_UPLOAD_MAX_MEMORY_SIZE',
  'DATA_UPLOAD_MAX_NUMBER_FIELDS',
  'DATA_UPLOAD_MAX_NUMBER_ITEMS',
  'PAGE_SIZE',
]

function checkValue(name: string, value: unknown): void {
  checkSessionSetting(name, value)
  if (name === 'SECRET_KEYS' && !isSecrets(value)) {
    throw new ConfigurationError(
      'SECRET_KEYS must be a list of secrets of at least 32 characters each.',
    )
  }
  if (positive.includes(name) && value !== null && value !== undefined && !isPositive(value)) {
    throw new ConfigurationError(
      `${name} must be a whole number of at least 1, not ${asWritten(value)}.`,
    )
  }
  if (name === 'BASE_URL' && typeof value === 'string' && !/^https?:\/\/[^/?#]+\/?$/.test(value)) {
    throw new ConfigurationError(
      `BASE_URL must be a scheme and a host, as https://api.example.com, not ${asWritten(value)}.`,
    )
  }
}

const isSecrets = (value: unknown) =>
  value === undefined ||
  (Array.isArray(value) &&
    value.length > 0 &&
    value.every((secret) => typeof secret === 'string' && secret.length >= 32))

const isPositive = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1
