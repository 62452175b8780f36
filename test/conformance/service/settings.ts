import { anonymousUser, memoryThrottleStore, type Settings } from 'turnpike'
import type { Clock } from '../replay/clock.ts'
import type { World } from '../replay/scenario.ts'
import type { ScenarioAccounts } from './accounts.ts'
import { createExceptionHandler } from './exception-handlers.ts'
import { createPagination, type PaginationName } from './pagination.ts'
import {
  createParsers,
  createPermissions,
  createRenderers,
  createSchemes,
  createThrottles,
  type PolicyList,
} from './policies.ts'

/** Settings as a scenario declares them. A setting that is absent has the reference's default. */
export interface ScenarioSettings {
  DEFAULT_AUTHENTICATION_CLASSES?: PolicyList
  DEFAULT_PERMISSION_CLASSES?: PolicyList
  DEFAULT_THROTTLE_CLASSES?: PolicyList
  DEFAULT_THROTTLE_RATES?: Record<string, string | null>
  DEFAULT_RENDERER_CLASSES?: PolicyList
  DEFAULT_PARSER_CLASSES?: PolicyList
  DEFAULT_PAGINATION_CLASS?: PaginationName | null
  PAGE_SIZE?: number | null
  NON_FIELD_ERRORS_KEY?: string
  LIST_SERIALIZER_ERRORS_AS_DICT?: boolean
  EXCEPTION_HANDLER?: string
  UNAUTHENTICATED_USER?: { username: string } | null
  UNAUTHENTICATED_TOKEN?: { value: unknown }
  AUTHENTICATION_BACKENDS?: string[]
  ALLOWED_HOSTS?: string[]
}

/** The settings of the API that a scenario describes. Those that are plain values stay as they are. */
export function apiSettings(
  declared: ScenarioSettings,
  { cookies, csrf }: World,
  accounts: ScenarioAccounts,
  clock: Clock,
): Settings {
  const {
    DEFAULT_AUTHENTICATION_CLASSES: schemes = ['SessionAuthentication', 'BasicAuthentication'],
    DEFAULT_PERMISSION_CLASSES: permissions,
    DEFAULT_THROTTLE_CLASSES: throttles,
    DEFAULT_RENDERER_CLASSES: renderers = ['JSONRenderer', 'BrowsableAPIRenderer'],
    DEFAULT_PARSER_CLASSES: parsers,
    DEFAULT_PAGINATION_CLASS: pagination,
    EXCEPTION_HANDLER: handler,
    UNAUTHENTICATED_USER: user,
    UNAUTHENTICATED_TOKEN: token,
    AUTHENTICATION_BACKENDS: _backends,
    ...plain
  } = declared

  return {
    ...plain,
    SESSION_COOKIE_NAME: cookies.session,
    CSRF_COOKIE_NAME: cookies.csrf,
    CSRF_HEADER_NAME: csrf.header,
    CSRF_FIELD_NAME: csrf.field,
    LOGGER: silentLogger,
    THROTTLE_STORE: memoryThrottleStore({ now: () => clock.seconds }),
    DEFAULT_AUTHENTICATION_CLASSES: createSchemes(schemes, accounts),
    ...(permissions && { DEFAULT_PERMISSION_CLASSES: createPermissions(permissions) }),
    ...(throttles && { DEFAULT_THROTTLE_CLASSES: createThrottles(throttles) }),
    DEFAULT_RENDERER_CLASSES: createRenderers(renderers),
    ...(parsers && { DEFAULT_PARSER_CLASSES: createParsers(parsers) }),
    ...(pagination !== undefined && { DEFAULT_PAGINATION_CLASS: createPagination(pagination) }),
    ...(handler !== undefined && { EXCEPTION_HANDLER: createExceptionHandler(handler) }),
    ...(user !== undefined && {
      UNAUTHENTICATED_USER: user && { ...anonymousUser, username: user.username },
    }),
    ...(token !== undefined && { UNAUTHENTICATED_TOKEN: token.value }),
  }
}

/** Scenarios make services fail on purpose. */
const silentLogger = { error() {}, warn() {}, info() {} }
