import { execFile } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { askFrom } from './ask-from.ts'
import { makeDatabase } from './databases.ts'
import { nginxMissing, startNginx } from './nginx.ts'
import { password, prepare, type Secrets, secretKey, startService } from './service.ts'
import { signIn } from './sign-in.ts'

const limit = 5

/** Three processes over one database behind nginx, as in `deploy/`. */
async function startSite(options: { tls?: boolean } = {}) {
  const database = await makeDatabase('sqlite')
  onTestFinished(database.drop)
  const secrets: Secrets = await prepare(database.url)
  const env = {
    TRUSTED_PROXIES: '127.0.0.1',
    THROTTLE_STORE_URL: 'database',
    DEFAULT_THROTTLE_RATES: `anon=none,user=none,login=${limit}/hour`,
  }
  const services = await Promise.all(
    Array.from({ length: 3 }, () => startService({ databaseUrl: database.url, env })),
  )
  onTestFinished(async () => {
    for (const service of services) service.kill('SIGKILL')
    await Promise.all(services.map(({ ended }) => ended))
  })
  const nginx = await startNginx(
    services.map(({ port }) => port),
    options,
  )
  onTestFinished(nginx.stop)
  return {
    nginx: nginx.url,
    plain: nginx.plainUrl,
    /** Asks nginx over TLS. */
    askSecurely: (path: string) => askSecurely(nginx.url, path, nginx.certificate),
    urls: services.map(({ url }) => url),
    databaseUrl: database.url,
    ...secrets,
  }
}

/** A login without a password: 400 while the limit has room, then 429. */
const login = async (url: string, address: string, headers: Record<string, string> = {}) => {
  const options = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } }
  return (await askFrom(address, `${url}/api-token-auth/`, { ...options, body: '{}' })).status
}

/** The answer to a GET, whose certificate must be the one that is given. */
async function askSecurely(url: string, path: string, ca: string | null): Promise<IncomingMessage> {
  // Not fetch: it cannot be given a certificate, and normalises the path.
  const { hostname, port } = new URL(url)
  const request = get({ hostname, port, path, ca: ca ?? '', family: 4 })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  return response
}

const whoami = async (url: string, headers: Record<string, string>) =>
  (await fetch(`${url}/whoami/`, { headers })).status

describe.skipIf(nginxMissing !== null)('processes behind nginx', () => {
  it('processes behind nginx limit each client by its own address, whichever of them it reaches, whatever it forges', async () => {
    const { nginx } = await startSite()

    const first: number[] = []
    for (let index = 0; index < limit + 3; index++) first.push(await login(nginx, '127.0.0.2'))

    expect(first).toEqual([...Array(limit).fill(400), 429, 429, 429])
    expect(await login(nginx, '127.0.0.3')).toBe(400)
    const forged = { 'X-Forwarded-For': '127.0.0.4', Forwarded: 'for=127.0.0.4' }
    expect(await login(nginx, '127.0.0.2', forged)).toBe(429)
  })

  it('processes behind nginx share tokens and sessions, and see replaced tokens', async () => {
    const { nginx, urls, databaseUrl, token } = await startSite()
    const { cookies } = await signIn(nginx, 'ann', password)
    const everywhere = (headers: Record<string, string>) =>
      Promise.all([nginx, ...urls].map((url) => whoami(url, headers)))

    expect(await everywhere({ Cookie: cookies })).toEqual([200, 200, 200, 200])
    expect(await everywhere({ Authorization: `Token ${token}` })).toEqual([200, 200, 200, 200])

    const main = resolve(import.meta.dirname, '../../packages/service/src/cli/main.ts')
    const args = ['--conditions=source', main, 'token', '-r', 'ann', '-d', databaseUrl]
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { SECRET_KEYS: secretKey },
    })
    const fresh = /[0-9a-f]{40}/.exec(stdout)?.[0]

    expect(await everywhere({ Authorization: `Token ${token}` })).toEqual([401, 401, 401, 401])
    expect(await everywhere({ Authorization: `Token ${fresh}` })).toEqual([200, 200, 200, 200])
  })

  it('processes behind nginx link to the host that the client requested, and to no other it names', async () => {
    const { nginx, token } = await startSite()
    const headers = { Authorization: `Token ${token}`, 'X-Forwarded-Host': 'evil.example' }

    const response = await fetch(`${nginx}/notes/?page_size=10`, { headers })

    expect(await response.json()).toMatchObject({ next: `${nginx}/notes/?page=2&page_size=10` })
  })

  it('processes behind nginx let no client claim another identity', async () => {
    const { nginx } = await startSite()

    expect(await whoami(nginx, { 'X-Remote-User': 'ann', REMOTE_USER: 'ann' })).toBe(401)
  })

  it('requests over http are refused, and browsers use https from then on', async () => {
    const { nginx, plain, askSecurely } = await startSite({ tls: true })

    const redirect = await fetch(`${plain}/login/?next=/a`, { redirect: 'manual' })
    expect(redirect.status).toBe(308)
    expect(redirect.headers.get('Location')).toBe('https://127.0.0.1/login/?next=/a')
    expect((await fetch(nginx).catch(({ cause }) => cause)).code).toMatch(/SELF_SIGNED/)

    for (const [path, status] of [
      ['/login/', 200],
      ['/whoami/', 401],
      ['/nothing/', 404],
    ] as const) {
      const answer = await askSecurely(path)
      expect(answer.statusCode).toBe(status)
      expect(answer.headers['strict-transport-security']).toBe('max-age=63072000')
    }
    const cookies = (await askSecurely('/login/')).headers['set-cookie']
    expect(cookies).toEqual([expect.stringMatching(/^__Host-csrftoken=.*; Secure$/)])
  })

  it('readiness is hidden from outside, and liveness is public', async () => {
    const { askSecurely, urls } = await startSite({ tls: true })

    for (const path of [
      '/readyz',
      '/readyz?a',
      '//readyz',
      '/%72eadyz',
      '/a/../readyz',
      '/readyz/',
    ]) {
      expect((await askSecurely(path)).statusCode, path).toBe(404)
    }
    expect((await askSecurely('/healthz')).statusCode).toBe(200)
    expect((await fetch(`${urls[0]}/readyz`)).status).toBe(200)
  })
})
