import { createApi } from '../api.ts'
import { basicAuthentication, tokenAuthentication } from '../authentication/index.ts'
import { isAuthenticated } from '../permissions/index.ts'
import { ApiResponse } from '../response.ts'
import { routes } from '../routes.ts'
import { obtainToken } from '../tokens/index.ts'
import { defineService } from './define-service.ts'

/**
 * The service that `turnpike serve` runs when it is given no module: accounts and nothing else. POST a
 * username and password to `/api-token-auth/` for a token; GET `/whoami/` to see who it belongs to.
 */
export const defaultService = defineService({
  name: 'accounts',

  app({ users, tokens, settings }) {
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [
        tokenAuthentication({ tokens }),
        basicAuthentication({ users }),
      ],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
      ...settings,
    })

    return routes(api, {
      '/api-token-auth/': obtainToken({ users, tokens }),
      '/whoami/': api.view({
        name: 'Who am I',
        get: ({ user }) =>
          new ApiResponse({ username: user.username, email: user.email, is_staff: user.isStaff }),
      }),
    })
  },
})
