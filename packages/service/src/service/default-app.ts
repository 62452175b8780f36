import {
  ApiResponse,
  type App,
  anyOf,
  apiKeyAuthentication,
  basicAuthentication,
  createApi,
  isAuthenticated,
  isUnscoped,
  jsonRenderer,
  loginView,
  logoutView,
  obtainToken,
  problemRenderer,
  routes,
  sessionAuthentication,
  tokenAuthentication,
} from 'turnpike'
import { docsViews, openApiView } from 'turnpike/openapi'
import { adminViews, browsableRenderer, errorPages, homeView } from 'turnpike/pages'
import * as z from 'zod'
import type { ServiceContext } from './define-service.ts'

/** Common to all pages. */
const site = {
  title: 'Accounts',
  loginUrl: '/login/',
  logoutUrl: '/logout/',
  links: [{ name: 'Admin', url: '/admin/', isForStaff: true }],
}

const whoamiSchema = z.object({
  username: z.string(),
  email: z.string(),
  is_staff: z.boolean(),
})

/** The application of the accounts-only service. */
export function defaultApp({ users, tokens, keys, sessions, settings }: ServiceContext): App {
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [
      tokenAuthentication({ tokens }),
      apiKeyAuthentication({ keys }),
      basicAuthentication({ users }),
      sessionAuthentication({ sessions }),
    ],
    DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    DEFAULT_RENDERER_CLASSES: [jsonRenderer(), problemRenderer(), browsableRenderer(site)],
    ...settings,
  })

  const views = {
    '/api-token-auth/': obtainToken({ users, tokens }),
    '/whoami/': api.view({
      name: 'Who am I',
      description: 'The user you are signed in as.',
      // Credentials of any scope, or of none, may ask whose they are.
      permissions: [anyOf(isAuthenticated, isUnscoped)],
      operations: { get: { answers: whoamiSchema } },
      get: ({ user }) =>
        new ApiResponse({ username: user.username, email: user.email, is_staff: user.isStaff }),
    }),
    '/login/': loginView({ users, sessions }),
    '/logout/': logoutView({ sessions }),
  }
  const documented = {
    ...views,
    '/openapi.json': openApiView(views, { title: 'Accounts', version: '1.0.0' }),
    ...docsViews(site),
  }
  const home = homeView(documented, { name: 'Accounts', description: 'Users and their tokens.' })
  const admin = adminViews({ users, tokens, keys, sessions, ...site })

  return routes(api, { '/': home, ...documented, ...admin }, errorPages(site))
}
