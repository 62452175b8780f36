import { createServer, request as send } from 'node:http'
import {
  type ApiRequest,
  ApiResponse,
  basicAuthentication,
  createApi,
  isAuthenticated,
  routes,
  tokenAuthentication,
} from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../../packages/turnpike/test/node/test-server.ts'
import { basic, keyOfAnn, notProvided, openAccounts, refusalOf, token } from './client.ts'

// Spec, "Authentication", "Resolution rules", the last one.

describe('10. When the service runs behind a web server that hides the Authorization header from the application by default, the server must be set to pass it through for every non-session scheme.', () => {
  /** A web server in front of the service that passes the Authorization header on, or not. */
  async function startBehind({ passesAuthorization }: { passesAuthorization: boolean }) {
    const accounts = openAccounts()
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [
        tokenAuthentication(accounts),
        basicAuthentication(accounts),
      ],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    })
    const app = routes(api, {
      '/': { get: ({ user }: ApiRequest) => new ApiResponse(user) },
    })
    const { url } = await startServer((request) => app.fetch(request))

    const front = createServer((incoming, outgoing) => {
      const { authorization: hidden, ...others } = incoming.headers
      const passed = passesAuthorization && hidden !== undefined ? { authorization: hidden } : {}
      send(`${url}${incoming.url}`, { headers: { ...others, ...passed } }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }).end()
    })
    await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void front.close())
    const address = front.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0

    const key = await keyOfAnn(accounts)
    const get = (options: RequestInit) => fetch(`http://127.0.0.1:${port}/`, options)
    return [await get(token(key)), await get(basic('ann', 'wonderland')), await get(token('wrong'))]
  }

  it('hidden: every request is that of an anonymous client', async () => {
    for (const response of await startBehind({ passesAuthorization: false })) {
      expect(await refusalOf(response)).toEqual([401, 'Token', notProvided])
    }
  })

  it('passed through: the schemes work', async () => {
    const [byToken, byPassword, wrong] = await startBehind({ passesAuthorization: true })

    expect(await byToken?.json()).toMatchObject({ username: 'ann' })
    expect(await byPassword?.json()).toMatchObject({ username: 'ann' })
    expect(wrong && (await refusalOf(wrong))).toEqual([401, 'Token', 'Invalid token.'])
  })
})
