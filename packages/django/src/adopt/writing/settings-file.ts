import type { AccountTables, DjangoProject, Model } from '../project/project.ts'
import type {
  AdoptedSettings,
  PermissionName,
  PlainValue,
  SchemeName,
  ThrottleName,
} from '../settings/adopted.ts'
import {
  bracketed,
  type Code,
  followed,
  Imports,
  labelled,
  memberName,
  numberLiteral,
  printed,
  stringLiteral,
} from './source.ts'

/** The policies that all views of an application share. */
export interface Policies {
  readonly schemes: readonly SchemeName[]
  /** Schemes of the settings whose table the database lacks. */
  readonly withoutTable: readonly SchemeName[]
  readonly permissions: readonly Exclude<PermissionName, 'model' | 'modelOrAnonymous'>[]
  /** Whether the settings let everyone in, or say nothing. */
  readonly wasOpen: boolean
  /** Models without permissions of Django that a view could check: their views are closed. */
  readonly unguarded: ReadonlySet<Model>
  /** Whether an authentication needs the `SECRET_KEY` of Django. */
  readonly needsSecretKey: boolean
}

/**
 * The policies of all views. Permissions of Django views are code and cannot be read, and a model
 * may have had no view. So a model can be read or written only with Django's permission of it, even
 * if the settings let everyone read.
 */
export function policiesOf(
  settings: AdoptedSettings,
  { accounts, models }: DjangoProject,
): Policies {
  const named = settings.schemes.length > 0 ? settings.schemes : presetSchemes(settings, accounts)
  const schemes = named.filter((scheme) => hasTable(scheme, accounts))
  const wasOpen = settings.permissions.every((name) => name === 'allowAny')
  const permissions = wasOpen
    ? (['isAuthenticated'] as const)
    : settings.permissions.flatMap((name) => {
        if (name === 'model') return ['isAuthenticated' as const]
        return name === 'modelOrAnonymous' ? ['isAuthenticatedOrReadOnly' as const] : [name]
      })
  return {
    schemes,
    withoutTable: settings.schemes.filter((scheme) => !hasTable(scheme, accounts)),
    permissions: [...new Set(permissions)],
    wasOpen,
    unguarded: new Set(
      models.filter((model) => !accounts.hasPermissions || !hasModelPermissions(model)),
    ),
    needsSecretKey: schemes.some((scheme) => scheme === 'session' || scheme === 'jwt'),
  }
}

/** Whether `djangoModelPermissions` accepts the names of the model. */
const hasModelPermissions = ({ isListed, app, name }: Model): boolean =>
  isListed && [app, name].every((label) => /^[a-z_]\w*$/i.test(label))

/** If settings were given, the default of Django REST framework; else what the database has. */
function presetSchemes({ report }: AdoptedSettings, accounts: AccountTables): SchemeName[] {
  if (report.wasGiven) return ['session', 'basic']
  return [
    ...(accounts.hasTokens ? (['token'] as const) : []),
    ...(accounts.knoxVersion !== null ? (['knox'] as const) : []),
    ...(accounts.hasBlacklist ? (['jwt'] as const) : []),
    'session',
    'basic',
  ]
}

function hasTable(scheme: SchemeName, accounts: AccountTables): boolean {
  if (accounts.users === null) return false
  if (scheme === 'token') return accounts.hasTokens
  if (scheme === 'knox') return accounts.knoxVersion !== null
  return scheme === 'session' ? accounts.hasSessions : true
}

/** The file with the settings that all views share. */
export function settingsFile(
  settings: AdoptedSettings,
  policies: Policies,
  { hasBlacklist }: AccountTables,
): string {
  const isAtomic = settings.values.get('ATOMIC_REQUESTS') === true
  const imports = new Imports()
  imports.add('kysely', 'type Kysely')
  imports.add('turnpike', 'createApi')
  imports.add('./accounts.ts', 'type Accounts')
  imports.add('./tables.ts', 'type Tables')
  const schemes = authentication(settings, policies, hasBlacklist, imports)
  for (const name of policies.permissions) imports.add('turnpike', name)
  const members: Code[] = [
    bracketed('DEFAULT_AUTHENTICATION_CLASSES: [', schemes, ']'),
    bracketed('DEFAULT_PERMISSION_CLASSES: [', policies.permissions, ']'),
    ...throttleCodes(settings.throttles, imports),
    ...(settings.hasPages ? [pages(imports)] : []),
    ...paginationCode(settings, imports),
    ...[...settings.values].flatMap(([name, value]) =>
      name === 'PAGE_SIZE' ? [] : [labelled(`${name}: `, plainCode(value))],
    ),
  ]
  if (isAtomic) {
    imports.add('@turnpike/sql', 'kyselyTransactions')
    members.push('TRANSACTIONS: kyselyTransactions(db)')
  }
  if (policies.schemes.includes('session')) members.push('CSRF_TOKENS: django.csrfTokens')
  const call = bracketed('createApi({', members, '})', { isBroken: true })
  return `${imports}

/** What the files with views are given. */
export interface Context {
  readonly api: Api
  readonly db: Kysely<Tables>
  readonly django: Accounts
}

export type Api = ReturnType<typeof newApi>

/** The settings that all views share. */
export const newApi = (django: Accounts${isAtomic ? ', db: Kysely<Tables>' : ''}) =>
  ${printed(call, 2)}
`
}

function authentication(
  settings: AdoptedSettings,
  { schemes }: Policies,
  hasBlacklist: boolean,
  imports: Imports,
): Code[] {
  // If two schemes have the same word before their tokens, the first refuses those of the second.
  const isShared =
    schemes.includes('token') &&
    schemes.includes('knox') &&
    (settings.knox.keyword ?? 'Token').toLowerCase() === 'token'
  return schemes.flatMap((scheme) => {
    if (!isShared || (scheme !== 'token' && scheme !== 'knox')) {
      return schemeCode(scheme, settings, hasBlacklist, imports)
    }
    if (scheme === 'knox') return []
    imports.add('turnpike', 'tokenAuthentication')
    return bracketed('tokenAuthentication({', [`tokens: { find: ${findInBoth} }`], '})')
  })
}

const findInBoth = 'async (key) => (await django.tokens.find(key)) ?? django.knox.find(key)'

function schemeCode(
  scheme: SchemeName,
  { jwt, knox }: AdoptedSettings,
  hasBlacklist: boolean,
  imports: Imports,
): Code {
  if (scheme === 'jwt') {
    const options: Code[] = [
      ...[...jwt.values].map(([name, value]) => labelled(`${name}: `, plainCode(value))),
      ...[...jwt.variables].map(
        ([name, variable]) => `${name}: ${variableCode(variable, imports)}`,
      ),
      ...(hasBlacklist ? [] : ['blacklist: false']),
    ]
    return options.length === 0
      ? 'django.jwt().authentication'
      : followed(bracketed('django.jwt({', options, '})'), '.authentication')
  }
  const code = schemes[scheme]
  imports.add('turnpike', code.slice(0, code.indexOf('(')))
  return scheme === 'knox' && knox.keyword !== null
    ? code.replace('({', () => `({ keyword: ${stringLiteral(knox.keyword ?? '')},`)
    : code
}

/** A variable of the environment without which the application does not start. */
export function variableCode(name: string, imports: Imports): string {
  imports.add('./environment.ts', 'variable')
  return `variable('${name}')`
}

const schemes: Record<Exclude<SchemeName, 'jwt'>, string> = {
  basic: 'basicAuthentication({ users: django.users })',
  knox: 'tokenAuthentication({ tokens: django.knox })',
  session: 'sessionAuthentication({ sessions: django.sessions })',
  token: 'tokenAuthentication({ tokens: django.tokens })',
}

function throttleCodes(names: readonly ThrottleName[], imports: Imports): Code[] {
  if (names.length === 0) return []
  const factories = names.map((name) => throttles[name])
  imports.add('turnpike', ...factories)
  return [
    bracketed(
      'DEFAULT_THROTTLE_CLASSES: [',
      factories.map((name) => `${name}()`),
      ']',
    ),
  ]
}

const throttles: Record<ThrottleName, string> = {
  anon: 'anonRateThrottle',
  scoped: 'scopedRateThrottle',
  user: 'userRateThrottle',
}

function pages(imports: Imports): Code {
  imports.add('turnpike', 'jsonRenderer')
  imports.add('turnpike/pages', 'browsableRenderer')
  return bracketed('DEFAULT_RENDERER_CLASSES: [', ['jsonRenderer()', 'browsableRenderer()'], ']')
}

/** Without both settings, Django REST framework sends every row in one answer. */
export const hadPages = ({ pagination, values }: AdoptedSettings): boolean =>
  pagination !== null && typeof values.get('PAGE_SIZE') === 'number'

export const presetPageSize = 100

function paginationCode({ pagination, values }: AdoptedSettings, imports: Imports): Code[] {
  const name = `${pagination ?? 'pageNumber'}Pagination`
  imports.add('turnpike', name)
  const size = values.get('PAGE_SIZE') ?? presetPageSize
  return [`DEFAULT_PAGINATION_CLASS: ${name}()`, labelled('PAGE_SIZE: ', plainCode(size))]
}

export function plainCode(value: PlainValue): Code {
  if (typeof value === 'string') return stringLiteral(value)
  if (typeof value === 'number') return numberLiteral(value)
  if (value === null || typeof value !== 'object') return String(value)
  if (Array.isArray(value))
    return bracketed(
      '[',
      value.map((item) => stringLiteral(item)),
      ']',
    )
  const members = Object.entries(value).flatMap(([name, member]) =>
    name === '__proto__' ? [] : [labelled(`${memberName(name)}: `, plainCode(member))],
  )
  return bracketed('{', members, '}')
}
