import { defineService } from '@turnpike/service'
import { kyselyAccounts } from '@turnpike/sql'
import {
  ApiResponse,
  basicAuthentication,
  createApi,
  isAuthenticated,
  obtainToken,
  routes,
} from 'turnpike'
import { argon2id } from 'turnpike/node'

/** A cheap hash: what takes longer beside it stands out more than beside a dear one. */
export const cheap = argon2id({ memory: 2048, maxConcurrent: 1 })

/** Basic at `/whoami/` and the token endpoint, with any number of failures. */
export default defineService({
  name: 'refusals',

  app({ db, settings }) {
    const { users, tokens } = kyselyAccounts(db, {
      passwords: cheap,
      secrets: settings.SECRET_KEYS,
    })
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [basicAuthentication({ users })],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
      FAILED_CREDENTIALS_RATES: { address: null, username: null },
      ...settings,
    })
    return routes(api, {
      '/whoami/': api.view({ get: ({ user }) => new ApiResponse(user.username) }),
      '/api-token-auth/': obtainToken({ users, tokens }),
    })
  },
})
