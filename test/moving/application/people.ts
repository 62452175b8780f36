import { ApiResponse, loginView, logoutView, obtainToken, scopedRateThrottle } from 'turnpike'
import { jwtOf } from './accounts.ts'
import type { Context } from './settings.ts'

/** Who the credentials of a request belong to, and where users get some. */
export function peopleViews({ api, django }: Context) {
  const { users, tokens, sessions, permissions } = django
  return {
    '/accounts/login/': loginView({ users, sessions }),
    '/accounts/logout/': logoutView({ sessions }),
    '/api/token/': obtainToken({ users, tokens }),
    ...jwtOf(django).views({ path: '/api/jwt/' }),

    '/api/whoami/': api.view({
      name: 'Who Am I',
      description: 'Who the credentials of the request belong to, and what may be done with them.',
      async get({ user }) {
        const { username, isStaff } = user
        return new ApiResponse({
          username,
          is_staff: isStaff,
          groups: await permissions.groupsOf(user),
          permissions: [...(await permissions.permissionsOf(user))].sort(),
        })
      },
      async post(request) {
        return new ApiResponse({ username: request.user.username, data: await request.data() })
      },
    }),

    '/api/limited/': api.view({
      name: 'Limited',
      throttles: [scopedRateThrottle()],
      throttleScope: 'limited',
      get: ({ user }) => new ApiResponse({ username: user.username }),
    }),
  }
}
