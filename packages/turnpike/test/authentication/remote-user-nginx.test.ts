import { once } from 'node:events'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { quick } from '@turnpike/test-support/accounts.ts'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  createApi,
  memoryAccounts,
  remoteUserAuthentication,
  routes,
} from '../../src/index.ts'
import { startServer } from '../node/test-server.ts'
import { nginxMissing, startNginx } from './nginx.ts'

/** The address from which nginx asks the service. Tests that go past it come from 127.0.0.1. */
const nginxAddress = '127.0.0.2'

async function start() {
  const { users } = memoryAccounts({
    passwords: quick,
    users: [{ username: 'root', password: null, isStaff: true }],
  })
  const api = createApi({
    TRUSTED_PROXIES: [nginxAddress],
    DEFAULT_AUTHENTICATION_CLASSES: [remoteUserAuthentication({ users, header: 'X-Remote-User' })],
  })
  const app = routes(api, { '/': api.view({ get: ({ user }) => new ApiResponse(user.username) }) })
  const { url } = await startServer((request, environment) => app.fetch(request, environment))
  return url
}

const signInAt = (service: string) => `
  auth_basic "staff";
  auth_basic_user_file passwords;
  proxy_bind ${nginxAddress};
  proxy_set_header X-Remote-User $remote_user;
  proxy_pass ${service};`

const basic = { Authorization: `Basic ${btoa('ann:wonderland')}` }
const forged = { 'X-Remote-User': 'root', X_Remote_User: 'root', 'X-Forwarded-For': nginxAddress }

const userAt = async (url: string, headers: Record<string, string>) => {
  const response = await fetch(url, { headers })
  return response.ok ? response.json() : response.status
}

describe.skipIf(nginxMissing !== null)('remote user behind nginx', () => {
  it('the user is the one nginx authenticated, even when the client forges the header', async () => {
    const service = await start()
    const nginx = await startNginx(signInAt(service), { ann: 'wonderland' })

    expect(await userAt(nginx, basic)).toBe('ann')
    expect(await userAt(nginx, { ...basic, ...forged })).toBe('ann')
    expect(await userAt(nginx, forged)).toBe(401)
  })

  it('a client that bypasses nginx is anonymous, whatever it sends', async () => {
    const service = await start()

    expect(await userAt(service, {})).toBe('')
    expect(await userAt(service, { ...basic, ...forged })).toBe('')
  })

  it('a location without a password in nginx leaves the client anonymous, whatever it sends', async () => {
    const service = await start()
    const withoutPassword = signInAt(service).replace(/auth_basic.*/g, '')
    const nginx = await startNginx(withoutPassword, {})

    expect(await userAt(nginx, forged)).toBe('')
  })
})

describe('a trusted peer over a real connection', () => {
  it('a trusted peer is believed, and a name with an underscore is another name', async () => {
    const service = await start()
    const ask = async (name: string) => {
      const options = { localAddress: nginxAddress, headers: { [name]: 'root' } }
      const [response] = await once(get(service, options), 'response')
      return text(response)
    }

    expect(await ask('X-Remote-User')).toBe('"root"')
    expect(await ask('X_Remote_User')).toBe('""')
    expect(await ask('X-Remote_User')).toBe('""')
  })
})
