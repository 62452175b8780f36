/**
 * OAuth 1.0 as a scheme of your own: clients sign each request with their secret and that of a
 * user's token. How a client gets a token (RFC 5849 §2) is not part of it.
 *
 *   node main.ts
 *
 * It prints a curl command with a signature for five minutes.
 */
import {
  ApiResponse,
  createApi,
  isAuthenticated,
  memoryAccounts,
  memoryReplayStore,
  routes,
} from 'turnpike'
import { oauth1Authentication } from './oauth1.ts'

const { users } = memoryAccounts({ users: [{ username: 'jane', password: null }] })

/** The client, the token and the secrets of RFC 5849 §1.2. */
export const known = {
  consumerKey: 'dpf43f3p2l4k3l03',
  consumerSecret: 'kd94hf93k423kf44',
  token: 'nnch734d00sl2jdk',
  tokenSecret: 'pfkkdhi9sl3r4s00',
}

const oauth1 = oauth1Authentication({
  async credentialsOf(consumerKey, token) {
    const user = await users.find('jane')
    const isKnown = consumerKey === known.consumerKey && token === known.token
    return isKnown && user !== null ? { ...known, user } : null
  },
  // With several processes: redisReplayStore() or kyselyReplayStore().
  replays: memoryReplayStore(),
  realm: 'Photos',
})

const api = createApi({
  DEFAULT_AUTHENTICATION_CLASSES: [oauth1],
  DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
})

const view = api.view({
  authentication: [oauth1],
  get: ({ user, query }) => new ApiResponse({ owner: user.username, file: query.get('file') }),
  post: async (request) =>
    new ApiResponse({ owner: request.user.username, received: await request.data() }),
})

export default routes(api, { '/photos': view })
