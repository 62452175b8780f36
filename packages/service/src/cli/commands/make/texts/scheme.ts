import type { Name } from '../names.ts'

/** The file of a scheme, which knows the credentials in the header field `Authorization`. */
export const schemeText = ({ camel, pascal, kebab, words }: Name): string => `\
import { AuthenticationFailed, type HttpRequest, type Scheme, type User } from 'turnpike'
import { readCredentials } from 'turnpike/kit'

export interface ${pascal}Options<CurrentUser extends User> {
  /** The user of the credentials; null when they are wrong. */
  verify(credentials: string): Promise<CurrentUser | null>
}

/** Authenticates \`Authorization: ${pascal} …\`, by ${words}. */
export const ${camel}Authentication = <CurrentUser extends User>({
  verify,
}: ${pascal}Options<CurrentUser>) =>
  ({
    name: '${kebab}',

    async authenticate({ headers }: HttpRequest) {
      const credentials = readCredentials(headers, '${pascal}')
      // They are those of another scheme, or of nobody.
      if (credentials === null) return null

      const user = await verify(credentials)
      if (user === null) throw new AuthenticationFailed('Invalid credentials.')
      if (!user.isActive) throw new AuthenticationFailed('User inactive or deleted.')
      return { user, auth: null }
    },

    // Without a challenge refusals are a 403.
    challenge: () => '${pascal}',
  }) satisfies Scheme<CurrentUser, null>
`

/** The test of a scheme. */
export const schemeTestText = ({ camel, pascal, kebab }: Name): string => `\
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testClient } from '@turnpike/testing'
import { ApiResponse, createApi, isAuthenticated, memoryAccounts, routes } from 'turnpike'
import { ${camel}Authentication } from '../src/${kebab}.ts'

const { users } = memoryAccounts({
  users: [
    { username: 'ann', password: null },
    { username: 'ben', password: null, isActive: false },
  ],
})
/** Here the credentials are the name of the user. */
const scheme = ${camel}Authentication({ verify: (credentials) => users.find(credentials) })
const api = createApi({
  DEFAULT_AUTHENTICATION_CLASSES: [scheme],
  DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
})
const view = api.view({ get: ({ user }) => new ApiResponse({ username: user.username }) })
const client = testClient(routes(api, { '/whoami/': view }))

const get = (authorization?: string) =>
  client.get('/whoami/', { ...(authorization && { headers: { Authorization: authorization } }) })

it('the user of right credentials gets in', async () => {
  const answer = await get('${pascal} ann')
  assert.equal(answer.status, 200)
  assert.deepEqual(await answer.json(), { username: 'ann' })
})

it('strangers get a 401 that names the scheme', async () => {
  for (const authorization of [undefined, 'Other ann']) {
    const answer = await get(authorization)
    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('WWW-Authenticate'), '${pascal}')
  }
})

it('wrong credentials and inactive users are a 401', async () => {
  for (const credentials of ['nobody', 'ben', '']) {
    assert.equal((await get(\`${pascal} \${credentials}\`)).status, 401)
  }
})
`
