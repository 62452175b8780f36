import { isDict, textsOf } from '../python/value.ts'
import type {
  AdoptedSettings,
  PaginationName,
  PermissionName,
  SchemeName,
  ThrottleName,
} from './adopted.ts'
import type { Adoption, Source } from './adoption.ts'
import { adoptedRates } from './rates.ts'

type Policies = Pick<
  AdoptedSettings,
  'hasPages' | 'pagination' | 'permissions' | 'schemes' | 'throttles'
>

const schemes: ReadonlyMap<string, SchemeName> = new Map([
  ['rest_framework.authentication.BasicAuthentication', 'basic'],
  ['rest_framework.authentication.SessionAuthentication', 'session'],
  ['rest_framework.authentication.TokenAuthentication', 'token'],
  ['rest_framework_simplejwt.authentication.JWTAuthentication', 'jwt'],
  ['knox', 'knox'],
])

const permissions: ReadonlyMap<string, PermissionName> = new Map([
  ['rest_framework.permissions.AllowAny', 'allowAny'],
  ['rest_framework.permissions.DjangoModelPermissions', 'model'],
  ['rest_framework.permissions.DjangoModelPermissionsOrAnonReadOnly', 'modelOrAnonymous'],
  ['rest_framework.permissions.IsAdminUser', 'isAdminUser'],
  ['rest_framework.permissions.IsAuthenticated', 'isAuthenticated'],
  ['rest_framework.permissions.IsAuthenticatedOrReadOnly', 'isAuthenticatedOrReadOnly'],
])

const throttles: ReadonlyMap<string, ThrottleName> = new Map([
  ['rest_framework.throttling.AnonRateThrottle', 'anon'],
  ['rest_framework.throttling.ScopedRateThrottle', 'scoped'],
  ['rest_framework.throttling.UserRateThrottle', 'user'],
])

const paginations: ReadonlyMap<string, PaginationName> = new Map([
  ['rest_framework.pagination.CursorPagination', 'cursor'],
  ['rest_framework.pagination.LimitOffsetPagination', 'limitOffset'],
  ['rest_framework.pagination.PageNumberPagination', 'pageNumber'],
])

/** Settings with a plain value and the same name. */
const plain = [
  'PAGE_SIZE',
  'ORDERING_PARAM',
  'SEARCH_PARAM',
  'NON_FIELD_ERRORS_KEY',
  'URL_FORMAT_OVERRIDE',
] as const

/** Why a setting is not taken over. */
const reasons: ReadonlyMap<string, string> = new Map([
  [
    'NUM_PROXIES',
    'write `TRUSTED_PROXIES`, the addresses of your proxies, into `src/settings.ts`.',
  ],
  ['EXCEPTION_HANDLER', 'a function: write it as the setting `EXCEPTION_HANDLER`.'],
  ['DEFAULT_VERSIONING_CLASS', 'there are no versions: put them into the paths.'],
  ['DEFAULT_FILTER_BACKENDS', 'filters, search and orders are options of each view.'],
  ['DEFAULT_PARSER_CLASSES', 'JSON and forms are read; write `DEFAULT_PARSER_CLASSES` for others.'],
  ['DEFAULT_SCHEMA_CLASS', 'the OpenAPI document is a view: `openApiView`.'],
  ['DEFAULT_METADATA_CLASS', 'OPTIONS describes each view; write the handler `options` for more.'],
  ['DEFAULT_CONTENT_NEGOTIATION_CLASS', 'the renderer is negotiated by RFC 9110.'],
  ['COERCE_DECIMAL_TO_STRING', 'decimals are always texts.'],
  ['DATETIME_FORMAT', 'moments are sent in ISO 8601, in UTC.'],
  ['DATE_FORMAT', 'dates are sent in ISO 8601.'],
  ['TIME_FORMAT', 'times are sent in ISO 8601.'],
  ['UNAUTHENTICATED_USER', 'write it as the setting `UNAUTHENTICATED_USER`.'],
  ['UNAUTHENTICATED_TOKEN', 'write it as the setting `UNAUTHENTICATED_TOKEN`.'],
])

/** Settings of the test client. */
const isOfTests = (name: string) => name.startsWith('TEST_REQUEST_')

/** Takes over the dictionary `REST_FRAMEWORK`. */
export function readRestFramework(
  source: Source,
  names: readonly string[],
  adoption: Adoption,
): Policies {
  const known = new Set<string>([...read, ...plain])
  for (const name of plain) {
    const value = source.get(name)
    if (value !== undefined) adoption.set(source.label(name), name, value)
  }
  for (const name of names) {
    if (known.has(name) || isOfTests(name)) continue
    adoption.leave(source.label(name), reasons.get(name) ?? 'there is no such setting.')
  }
  readRates(source, adoption)
  return {
    schemes: readClasses(source, 'DEFAULT_AUTHENTICATION_CLASSES', schemes, adoption),
    permissions: readClasses(source, 'DEFAULT_PERMISSION_CLASSES', permissions, adoption),
    throttles: readClasses(source, 'DEFAULT_THROTTLE_CLASSES', throttles, adoption),
    pagination: readPagination(source, adoption),
    hasPages: readRenderers(source, adoption),
  }
}

const read = [
  'DEFAULT_AUTHENTICATION_CLASSES',
  'DEFAULT_PERMISSION_CLASSES',
  'DEFAULT_THROTTLE_CLASSES',
  'DEFAULT_THROTTLE_RATES',
  'DEFAULT_PAGINATION_CLASS',
  'DEFAULT_RENDERER_CLASSES',
]

function readClasses<Name>(
  { get, has, label }: Source,
  setting: string,
  names: ReadonlyMap<string, Name>,
  adoption: Adoption,
): Name[] {
  if (!has(setting)) return []
  const found: Name[] = []
  for (const path of textsOf(get(setting)) ?? []) {
    const name = names.get(path) ?? names.get(path.replace(/^knox\..*/, 'knox'))
    if (name === undefined) {
      adoption.leave(label(setting), `\`${identifier(path)}\` is code: write it in TypeScript.`)
    } else found.push(name)
  }
  if (found.length > 0) adoption.take(label(setting), `\`${setting}\``)
  return found
}

/** A dotted path, and nothing that could be more than a name in the report. */
const identifier = (path: string) => path.replaceAll(/[^\w.]/g, '?').slice(0, 200)

function readPagination({ get, label }: Source, adoption: Adoption): PaginationName | null {
  const setting = 'DEFAULT_PAGINATION_CLASS'
  const path = get(setting)
  if (path === undefined || path === null) return null
  const name = typeof path === 'string' ? paginations.get(path) : undefined
  if (name !== undefined) {
    adoption.take(label(setting), `\`${setting}\``)
    return name
  }
  const shown = typeof path === 'string' ? `\`${identifier(path)}\` is code` : 'it is code'
  adoption.leave(label(setting), `${shown}: pages by number are written instead.`)
  return 'pageNumber'
}

function readRenderers({ get, has, label }: Source, adoption: Adoption): boolean {
  const setting = 'DEFAULT_RENDERER_CLASSES'
  // The default of Django REST framework has the browsable API.
  if (!has(setting)) return true
  const paths = textsOf(get(setting)) ?? []
  const others = paths.filter((path) => !renderers.has(path))
  for (const path of others) {
    adoption.leave(label(setting), `\`${identifier(path)}\` is code: write it in TypeScript.`)
  }
  adoption.take(label(setting), `\`${setting}\``)
  return paths.includes('rest_framework.renderers.BrowsableAPIRenderer')
}

const renderers: ReadonlySet<string> = new Set([
  'rest_framework.renderers.BrowsableAPIRenderer',
  'rest_framework.renderers.JSONRenderer',
])

function readRates({ get, label }: Source, adoption: Adoption): void {
  const setting = 'DEFAULT_THROTTLE_RATES'
  const given = get(setting)
  if (given === undefined) return
  if (!isDict(given)) {
    adoption.leave(label(setting), 'it is not a dictionary.')
    return
  }
  const { rates, unreadable } = adoptedRates(given.entries)
  for (const scope of unreadable) {
    adoption.leave(label(setting), `the rate of \`${identifier(scope)}\` cannot be read.`)
  }
  adoption.set(label(setting), setting, rates)
}
