import { ApiResponse, loginView, logoutView, obtainToken } from 'turnpike'
import { adminViews } from 'turnpike/pages'
import { type Api, type Context, site } from './api.ts'

export const accountViews = (api: Api, { users, tokens, sessions }: Context) => ({
  '/whoami/': api.view({
    name: 'Who am I',
    get: ({ user }) => new ApiResponse({ id: user.pk, username: user.username }),
  }),
  '/api-token-auth/': obtainToken({ users, tokens }),
  '/login/': loginView({ users, sessions }),
  '/logout/': logoutView({ sessions }),
})

/** Pages for staff: they are no part of the API that the documentation describes. */
export const adminPages = ({ users, tokens, sessions }: Context) =>
  adminViews({ users, tokens, sessions, ...site })
