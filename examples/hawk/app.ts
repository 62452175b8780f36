/**
 * Hawk as a scheme of your own: client and server share a key, and each request has a MAC made with
 * it. The key itself is never sent.
 *
 *   node main.ts
 *
 * It prints a curl command with a MAC for a minute.
 */
import {
  ApiResponse,
  createApi,
  isAuthenticated,
  memoryAccounts,
  memoryReplayStore,
  routes,
} from 'turnpike'
import { hawkAuthentication } from './hawk.ts'

const { users } = memoryAccounts({ users: [{ username: 'steve', password: null }] })

/** The id and the key of Hawk's own examples. */
export const id = 'dh37fgj492je'
export const key = 'werxhqb98rpaxn39848xrunpaw3489ruxnpa98w4rxn'

const hawk = hawkAuthentication({
  async credentialsOf(given) {
    const user = await users.find('steve')
    return given === id && user !== null ? { key, user } : null
  },
  // With several processes: redisReplayStore() or kyselyReplayStore().
  replays: memoryReplayStore(),
})

const api = createApi({
  DEFAULT_AUTHENTICATION_CLASSES: [hawk],
  DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
})

const view = api.view({
  authentication: [hawk],
  get: ({ user, auth }) => new ApiResponse({ username: user.username, ext: auth.ext }),
  post: async (request) =>
    new ApiResponse({ username: request.user.username, received: await request.data() }),
})

export default routes(api, { '/resource/:number': view })
