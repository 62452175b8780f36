/**
 * A scheme of your own: the header `X-Username` names the user.
 *
 *   node main.ts
 *   curl http://localhost:8000/me/ -H 'X-Username: ann'
 *
 * Anybody can write such a header. A scheme like this one belongs behind a gateway that sets it.
 */
import {
  ApiResponse,
  AuthenticationFailed,
  createApi,
  type HttpRequest,
  isAuthenticated,
  memoryAccounts,
  routes,
  type Scheme,
} from 'turnpike'

const { users } = memoryAccounts({
  users: [
    { username: 'ann', password: null },
    { username: 'ben', password: null },
  ],
})

const byHeader = {
  async authenticate({ headers }: HttpRequest) {
    const username = headers.get('X-Username')
    if (!username) return null

    const user = await users.find(username)
    if (user === null) throw new AuthenticationFailed('No such user')

    return { user, auth: null }
  },
} satisfies Scheme

/** The same with a challenge: its denials are 401 and no longer 403. */
const byHeaderWithChallenge = {
  ...byHeader,
  challenge: () => 'X-Username realm="api"',
} satisfies Scheme

const api = createApi({ DEFAULT_PERMISSION_CLASSES: [isAuthenticated] })

export default routes(api, {
  '/me/': api.view({
    authentication: [byHeader],
    get: ({ user }) => new ApiResponse({ username: user.username }),
  }),
  '/challenged/': api.view({
    authentication: [byHeaderWithChallenge],
    get: ({ user }) => new ApiResponse({ username: user.username }),
  }),
})
