import { type EventEmitter, once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import type { UserStore } from 'turnpike'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeWith, extras } from '../support/extras.ts'
import { shownAfter, writtenPage } from '../support/guide.ts'
import { run } from '../support/run.ts'

Object.assign(process.env, {
  PORT: '0',
  DATABASE_URL: 'sqlite::memory:',
  SECRET_KEYS: 'the-secret-of-the-tests-of-the-guides',
  LOG_LEVEL: 'silent',
})
// Vite sets it to a path.
delete process.env.BASE_URL

const guide = writtenPage('docs/guides/mounting.md')
const inExtras = ['express', 'fastify', '@types/express']
for (const name of inExtras) {
  const link = join(guide.folder, 'node_modules', name)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join(extras, name), link)
}

interface Opened {
  app: unknown
  users: UserStore & { create(user: { username: string; password: string }): Promise<unknown> }
  close(): Promise<void>
}
interface NodeServer extends EventEmitter {
  readonly listening: boolean
  address(): AddressInfo
  closeAllConnections(): void
  close(): void
}
type Send = (path: string, init?: RequestInit) => Promise<Response>

const opened = await guide.load<Opened>('src/app.ts')
await opened.users.create({ username: 'ann', password: 'the-password-of-ann' })
afterAll(async () => {
  await opened.close()
  guide.remove()
})

/** What every host of the page promises. */
function promises(open: () => Promise<{ origin: string; send: Send; close(): unknown }>) {
  let host: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    host = await open()
  })
  afterAll(() => host.close())
  const textOf = async (path: string) => (await host.send(path)).text()

  it('lists have links below the prefix, as the page shows', async () => {
    const shown = shownAfter(guide, '/api/cities/').replace('http://localhost:3000', host.origin)
    expect(await textOf('/api/cities/')).toBe(shown)
  })

  it('unknown paths below the prefix are answered by the app, and health checks too', async () => {
    expect(await textOf('/api/none/')).toBe('{"detail":"Not found."}')
    expect(await textOf('/api/healthz')).toBe('{"status":"ok"}')
    expect(await textOf('/api/openapi.json')).toContain('"servers":[{"url":"/api"}]')
  })

  it('HEAD has no body, and OPTIONS names the methods', async () => {
    const head = await host.send('/api/cities/', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const options = await host.send('/api/cities/', { method: 'OPTIONS' })
    expect(options.headers.get('Allow')).toBe('GET, HEAD, OPTIONS')
  })

  it('a browser signs in with a CSRF token, and two cookies arrive at once', async () => {
    const before = await host.send('/api/login/')
    const { csrf_token: token, csrf_header: header } = JSON.parse(await before.text())
    const login = (headers: Record<string, string>) =>
      host.send('/api/login/', {
        method: 'POST',
        headers: { Cookie: cookiesOf(before), 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ username: 'ann', password: 'the-password-of-ann' }),
      })
    expect((await login({})).status).toBe(403)
    expect((await login({ [header]: token, Origin: 'http://evil.example' })).status).toBe(403)
    const after = await login({ [header]: token, Origin: host.origin })
    expect(after.status).toBe(200)
    expect(after.headers.getSetCookie()).toHaveLength(2)
    expect(after.headers.getSetCookie().join()).toMatch(/Path=\/;.*Path=\/;/)
    const me = await host.send('/api/whoami/', { headers: { Cookie: cookiesOf(after) } })
    expect(await me.json()).toMatchObject({ user: 'ann' })
  })

  it('bodies reach the app, and wrong ones are its errors', async () => {
    const post = (body: string, type = 'application/json') =>
      host.send('/api/whoami/', { method: 'POST', body, headers: { 'Content-Type': type } })
    expect(await (await post('{"a":1}')).json()).toEqual({ a: 1 })
    expect((await post('{')).status).toBe(400)
    expect((await post('x', 'text/plain')).status).toBe(415)
    expect((await post(JSON.stringify('x'.repeat(4_000_000)))).status).toBe(413)
  })
  return {
    textOf,
    /** Only of hosts with routes of their own and a socket. */
    async besides() {
      expect(await textOf('/')).toBe('The host')
      expect((await host.send('/cities/')).status).toBe(404)
      expect(await textOf('/api/whoami/')).toContain('"address":"127.0.0.1"')
    },
  }
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

const sendTo =
  (origin: string): Send =>
  (path, init) =>
    fetch(origin + path, init)

async function openNode(file: string) {
  const { server } = await guide.load<{ server: NodeServer }>(file)
  if (!server.listening) await once(server, 'listening')
  const origin = `http://127.0.0.1:${server.address().port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin, send: sendTo(origin), close }
}

describe('mounted in Hono', () => {
  const { besides } = promises(async () => {
    const { server } = await guide.load<{ server: { url: string; close(): unknown } }>(
      'src/hono.ts',
    )
    const close = () => server.close()
    return { origin: server.url, send: sendTo(server.url), close }
  })
  it('the rest of the paths are those of Hono', besides)
})

describe('mounted in Next.js, whose handlers are called without it', () => {
  promises(async () => {
    type Handlers = Record<string, (request: Request) => Promise<Response>>
    const handlers = await guide.load<Handlers>('app/api/[[...path]]/route.ts')
    const origin = 'http://localhost'
    const send: Send = async (path, init) => {
      const request = new Request(origin + path, init)
      const handle = handlers[request.method]
      if (handle === undefined) throw new Error(`The route has no ${request.method}.`)
      return handle(request)
    }
    return { origin, send, close() {} }
  })
})

const packages = inExtras.map((name) => join(extras, name))

describeWith(packages, 'mounted in Express 5', () => {
  const { besides } = promises(() => openNode('src/express.ts'))
  it('the rest of the paths are those of Express', besides)
})

describeWith(packages, 'mounted in Fastify 5', () => {
  const { besides } = promises(() => openNode('src/fastify.ts'))
  it('the rest of the paths are those of Fastify', besides)
})

describeWith(packages, 'the files of the guide to mounting', () => {
  it('all files of the guide to mounting compile', async () => {
    const root = resolve(import.meta.dirname, '../..')
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { noEmit: true, skipLibCheck: true },
      include: ['src', 'app'],
    }
    writeFileSync(join(guide.folder, 'tsconfig.json'), JSON.stringify(config))
    expect(await run(guide.folder, [join(root, 'node_modules/typescript/bin/tsc')])).toBe('')
  })
})
