import type { Kysely } from 'kysely'
import {
  basicAuthentication,
  createApi,
  isAuthenticated,
  jsonRenderer,
  pageNumberPagination,
  sessionAuthentication,
  tokenAuthentication,
} from 'turnpike'
import { browsableRenderer } from 'turnpike/pages'
import { type Accounts, jwtOf } from './accounts.ts'
import type { StoredValues } from './stored-values.ts'
import type { Tables } from './tables.ts'

/** What the files with views are given. */
export interface Context {
  readonly api: Api
  readonly db: Kysely<Tables>
  readonly django: Accounts
  readonly stored: StoredValues
}

export type Api = ReturnType<typeof newApi>

/** The settings that all views share. */
export const newApi = (django: Accounts) =>
  createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [
      tokenAuthentication({ tokens: django.tokens }),
      jwtOf(django).authentication,
      tokenAuthentication({ tokens: django.knox, keyword: 'Knox' }),
      basicAuthentication({ users: django.users }),
      sessionAuthentication({ sessions: django.sessions }),
    ],
    DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer()],
    DEFAULT_PAGINATION_CLASS: pageNumberPagination(),
    PAGE_SIZE: 20,
    DEFAULT_THROTTLE_RATES: { limited: '5/hour' },
    ALLOWED_HOSTS: ['*'],
    SESSION_COOKIE_NAME: 'sessionid',
    CSRF_COOKIE_NAME: 'csrftoken',
    CSRF_TOKENS: django.csrfTokens,
    LOGIN_REDIRECT_URL: '/api/whoami/',
    TRUSTED_PROXIES: ['127.0.0.1'],
  })
