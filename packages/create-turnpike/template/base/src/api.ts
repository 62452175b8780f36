import type { ServiceContext } from '@turnpike/service'
import {
  anonRateThrottle,
  createApi,
  isAuthenticated,
  jsonRenderer,
  pageNumberPagination,
  problemRenderer,
  sessionAuthentication,
  tokenAuthentication,
  userRateThrottle,
} from 'turnpike'
import { browsableRenderer } from 'turnpike/pages'
import type { Tables } from './tables.ts'

/** What the service hands to the application: database, accounts, settings. */
export type Context = ServiceContext<Tables>
export type Api = ReturnType<typeof newApi>

export const site = { title: '{{title}}', loginUrl: '/login/', logoutUrl: '/logout/' }

/** The settings that all views share; the environment may change each of them. */
export const newApi = ({ tokens, sessions, settings }: Context) =>
  createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [
      tokenAuthentication({ tokens }),
      sessionAuthentication({ sessions }),
    ],
    DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    // API keys and other credentials with scopes are refused where no permission asks for a scope.
    SCOPED_CREDENTIALS: 'declared',
    DEFAULT_RENDERER_CLASSES: [jsonRenderer(), problemRenderer(), browsableRenderer(site)],
    DEFAULT_PAGINATION_CLASS: pageNumberPagination(),
    PAGE_SIZE: 20,
    // Requests of an address that is not signed in, and of a user.
    DEFAULT_THROTTLE_CLASSES: [anonRateThrottle(), userRateThrottle()],
    DEFAULT_THROTTLE_RATES: { anon: '60/min', user: '600/min' },
    ...settings,
  })
