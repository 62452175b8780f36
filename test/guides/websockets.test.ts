import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type AnyService, createService, readConfig } from '@turnpike/service'
import { type Server, serve } from 'turnpike/node'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { describeWith, extras } from '../support/extras.ts'
import { writtenPage } from '../support/guide.ts'
import { guideDatabases } from '../support/guide-databases.ts'
import { silentLogger } from '../support/one-view.ts'
import { run } from '../support/run.ts'
import { describeUnless } from '../support/skipped.ts'

const guide = writtenPage('docs/guides/websockets.md')
const inExtras = ['ws', 'crossws', '@types/ws']
for (const name of inExtras) {
  const link = join(guide.folder, 'node_modules', name)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join(extras, name), link)
}
/** Revokes in a process of its own. */
writeFileSync(
  join(guide.folder, 'revoke.ts'),
  `import { createService, readConfig } from '@turnpike/service'
import { routes, createApi } from 'turnpike'
const app = () => routes(createApi(), {})
const { users, tokens, close } = await createService({ name: 'chat', app }, readConfig(process.env))
const user = await users.find(process.argv[2] ?? '')
if (user === null) throw new Error('There is no such user.')
await tokens.revoke(user)
await close()
`,
)
const folder = mkdtempSync(join(guide.folder, 'data-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
  guide.remove()
})

interface Socket {
  readonly protocol: string
  send(text: string): void
  close(): void
  on(name: string, listener: (...given: never[]) => void): void
}
type SocketClass = new (url: string, protocols?: string[], options?: object) => Socket

const origin = 'https://chat.example.com'
const password = 'the-password-of-the-guide'
const secrets = 'the-secret-of-the-tests-of-the-guides'

async function openService(file: string, databaseUrl: string) {
  const { default: definition } = await guide.load<{ default: AnyService }>(file)
  const environment = {
    DATABASE_URL: databaseUrl,
    SECRET_KEYS: secrets,
    LOG_LEVEL: 'silent',
    BASE_URL: origin,
  }
  const service = await createService(definition, readConfig(environment), { migrate: true })
  const server = await serve(service.app, {
    port: 0,
    drainDelaySeconds: 0,
    gracePeriodSeconds: 5,
    handleSignals: false,
    logger: silentLogger,
  })
  const close = async () => {
    await server.close()
    await service.close()
  }
  const tokenOf = async (username: string) => {
    const user = await service.users.create({ username, password })
    return (await service.tokens.getOrCreate(user)).key
  }
  return { ...service, server, environment, tokenOf, close }
}

/** What happens to a socket: its messages, how it is closed or refused. */
async function openSocket(
  { port }: Pick<Server, 'port'>,
  protocols: string[] = [],
  headers: Record<string, string> = {},
) {
  const { WebSocket } = (await import(join(extras, 'ws/wrapper.mjs'))) as { WebSocket: SocketClass }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/chat/`, protocols, { headers })
  onTestFinished(() => socket.close())
  const opened = Promise.withResolvers<
    'open' | { status: number; body: string; challenge: unknown }
  >()
  const closed = Promise.withResolvers<number>()
  const messages: string[] = []
  let notify = () => {}
  socket.on('open', () => opened.resolve('open'))
  socket.on('error', () => {})
  socket.on('close', (code: number) => closed.resolve(code))
  socket.on('message', (data: Buffer) => {
    messages.push(data.toString())
    notify()
  })
  socket.on('unexpected-response', (_request: never, response: NodeJS.ReadableStream & Refused) => {
    let body = ''
    response.on('data', (chunk) => {
      body += String(chunk)
    })
    response.on('end', () => {
      const challenge = response.headers['www-authenticate']
      opened.resolve({ status: response.statusCode, body, challenge })
    })
  })
  return {
    socket,
    opened: opened.promise,
    closed: closed.promise,
    async nextMessage(): Promise<string> {
      while (messages.length === 0) {
        await new Promise<void>((resolve) => {
          notify = resolve
        })
      }
      return messages.shift() ?? ''
    },
  }
}
interface Refused {
  statusCode: number
  headers: Record<string, unknown>
}

const byToken = (key: string) => ({ Authorization: `Token ${key}` })
const packages = inExtras.map((name) => join(extras, name))
const long = { timeout: 600_000 }

describeWith(packages, 'the guide to WebSockets with ws', () => {
  let service: Awaited<ReturnType<typeof openService>>
  let key: string
  beforeAll(async () => {
    service = await openService('src/service.ts', 'sqlite::memory:')
    key = await service.tokenOf('ann')
  })
  afterAll(() => service.close())

  it('a socket is refused before the upgrade with the body and challenge of a view', async () => {
    const url = `http://127.0.0.1:${service.server.port}/whoami/`
    for (const headers of [{}, byToken('wrong')]) {
      const { opened } = await openSocket(service.server, [], headers)
      const byView = await fetch(url, { headers })
      expect(await opened).toEqual({
        status: 401,
        body: await byView.text(),
        challenge: byView.headers.get('WWW-Authenticate'),
      })
    }
  })

  it('a program sends its token in the header field, and all get its messages', async () => {
    const one = await openSocket(service.server, ['chat.v1'], byToken(key))
    const other = await openSocket(service.server, ['chat.v1'], byToken(key))
    expect([await one.opened, await other.opened]).toEqual(['open', 'open'])
    one.socket.send('Hello')
    const line = '{"from":"ann","text":"Hello"}'
    expect([await one.nextMessage(), await other.nextMessage()]).toEqual([line, line])
  })

  it('a page sends it as a subprotocol, which the server does not select', async () => {
    const protocols = [`turnpike.token.${key}`, 'chat.v1']
    const { opened, socket } = await openSocket(service.server, protocols)
    expect(await opened).toBe('open')
    expect(socket.protocol).toBe('chat.v1')
    const wrong = await openSocket(service.server, ['chat.v1', 'turnpike.token.wrong'])
    expect(await wrong.opened).toMatchObject({ status: 401, body: '{"detail":"Invalid token."}' })
  })

  it('a session opens one from a page of its own origin, and from no other', async () => {
    const bob = await service.users.create({ username: 'bob', password })
    const session = await service.sessions.create(bob)
    const cookie = { Cookie: `sessionid=${session.id}` }
    const own = await openSocket(service.server, [], { ...cookie, Origin: origin })
    expect(await own.opened).toBe('open')
    const foreign = { ...cookie, Origin: 'https://evil.example' }
    const refused = await openSocket(service.server, [], foreign)
    expect(await refused.opened).toMatchObject({
      status: 403,
      body: expect.stringContaining('Origin checking failed - https://evil.example'),
    })
    await service.sessions.end(session.id)
    expect(await own.closed).toBe(4401)
  })

  it('a revoked token closes its socket, and others stay open', long, async () => {
    const mine = await openSocket(service.server, ['chat.v1'], byToken(await service.tokenOf('cy')))
    const other = await openSocket(service.server, ['chat.v1'], byToken(key))
    await Promise.all([mine.opened, other.opened])
    const cy = (await service.users.find('cy')) ?? expect.fail()
    await service.tokens.revoke(cy)
    expect(await mine.closed).toBe(4401)
    other.socket.send('Still here')
    expect(await other.nextMessage()).toContain('Still here')
  })

  it('a stop of the server closes the sockets', long, async () => {
    const stopped = await openService('src/service.ts', 'sqlite::memory:')
    const headers = byToken(await stopped.tokenOf('dan'))
    const { opened, closed } = await openSocket(stopped.server, ['chat.v1'], headers)
    expect(await opened).toBe('open')
    await stopped.close()
    expect(await closed).toBe(1001)
  })

  it('the files of the guide to WebSockets compile', { timeout: 600_000 }, async () => {
    const root = resolve(import.meta.dirname, '../..')
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { noEmit: true, skipLibCheck: true },
      include: ['src', 'client'],
    }
    writeFileSync(join(guide.folder, 'tsconfig.json'), JSON.stringify(config))
    expect(await run(guide.folder, [join(root, 'node_modules/typescript/bin/tsc')])).toBe('')
  })
})

describeWith(packages, 'the guide to WebSockets with crossws', () => {
  it('refuses, lets in and ends sockets in the same way', long, async () => {
    const service = await openService('src/crossws.ts', 'sqlite::memory:')
    onTestFinished(() => service.close())
    const refused = await openSocket(service.server)
    const body = '{"detail":"Authentication credentials were not provided."}'
    expect(await refused.opened).toEqual({ status: 401, body, challenge: 'Token' })

    const { opened, closed, socket, nextMessage } = await openSocket(
      service.server,
      [],
      byToken(await service.tokenOf('ann')),
    )
    expect(await opened).toBe('open')
    socket.send('echo')
    expect(await nextMessage()).toBe('echo')
    const ann = (await service.users.find('ann')) ?? expect.fail()
    await service.users.setActive(ann, false)
    expect(await closed).toBe(4401)
  })
})

for (const { name, isMissing, open } of guideDatabases) {
  const title = `revocation by another process on ${name}`
  describeUnless(isMissing ? `there is no ${name}` : null, title, () => {
    describeWith(packages, 'sockets of the guide', () => {
      it(
        `a socket is closed within the interval of a revocation elsewhere, on ${name}`,
        long,
        async () => {
          const database = name === 'SQLite' ? null : await open()
          const url = database?.url ?? `sqlite:${join(folder, 'chat.sqlite3')}`
          const service = await openService('src/service.ts', url)
          try {
            const headers = byToken(await service.tokenOf('ann'))
            const { opened, closed } = await openSocket(service.server, ['chat.v1'], headers)
            expect(await opened).toBe('open')
            const revoking = ['--conditions=source', 'revoke.ts', 'ann']
            await run(guide.folder, revoking, { ...process.env, ...service.environment })
            expect(await closed).toBe(4401)
          } finally {
            await service.close()
            await database?.drop()
          }
        },
      )
    })
  })
}
