import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTurnpike, createTurnpikeWithAnn } from '../turnpike.ts'

/**
 * Answers after the milliseconds in the path, `/held` when there is the file `go`; `/crash` and
 * `/reject` fail outside of any request.
 */
const slowModule = `
  import { existsSync } from 'node:fs'
  const go = new URL('go', import.meta.url)
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  export default {
    name: 'slow',
    app: () => ({
      async fetch(request) {
        const { pathname } = new URL(request.url)
        console.log(JSON.stringify({ begun: pathname }))
        if (pathname === '/crash') setTimeout(() => { throw new Error('out of the blue') }, 10)
        if (pathname === '/reject') setTimeout(async () => { throw new Error('out of the blue') }, 10)
        while (pathname === '/held' && !existsSync(go)) await sleep(10)
        await sleep(Number(pathname.slice(1)) || 0)
        return new Response('done')
      },
    }),
  }`

async function serveSlowly(env?: Record<string, string>) {
  const turnpike = createTurnpike()
  writeFileSync(join(turnpike.folder, 'slow.mjs'), slowModule)
  const server = await turnpike.serve(['slow.mjs', '--migrate'], env)
  return { ...server, letGo: () => writeFileSync(join(turnpike.folder, 'go'), '') }
}

const linesOf = (log: string): Record<string, unknown>[] =>
  log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const framework = pathToFileURL(
  resolve(import.meta.dirname, '../../../../turnpike/src/index.ts'),
).href

/** Forgets `await` in as many ways as there are. */
const forgetfulModule = `
  import { ApiResponse, charField, createApi, routes } from '${framework}'
  import { z } from '${import.meta.resolve('zod')}'

  const schema = z.object({ title: charField() })
  const save = async (request) => { await request.data(schema) }
  export default {
    name: 'forgetful',
    app: ({ settings }) => routes(createApi(settings), {
      '/returned/': { post: (request) => new ApiResponse(request.data(schema)) },
      '/dropped/': { post(request) { request.data(schema); return new ApiResponse('saved') } },
      '/in-function/': { post(request) { save(request); return new ApiResponse('saved') } },
    }),
  }`

describe('a service that forgets await', () => {
  it('a service that forgets await keeps running whatever a client sends, and logs each mistake', async () => {
    const turnpike = createTurnpike()
    writeFileSync(join(turnpike.folder, 'forgetful.mjs'), forgetfulModule)
    const server = await turnpike.serve(['forgetful.mjs', '--migrate'])
    const post = async (path: string) => {
      const headers = { 'Content-Type': 'application/json' }
      return (await fetch(server.url + path, { method: 'POST', headers, body: '{}' })).status
    }
    for (const path of ['/returned/', '/dropped/', '/in-function/']) {
      const status = path === '/returned/' ? 500 : 200
      expect(await post(path)).toEqual(status)
      expect(await post(path)).toEqual(status)
    }

    const complaints = () => linesOf(server.log()).filter(({ level }) => level !== 'info')
    await expect.poll(complaints).toHaveLength(5)
    expect(complaints()).toMatchObject([
      { level: 'error', msg: 'A request failed.', path: '/returned/' },
      { level: 'error', msg: 'A request failed.', path: '/returned/' },
      {
        level: 'error',
        view: 'View',
        msg: 'The body of POST /dropped/ was never awaited: write await before request.data(), request.bytes() or request.validate() in the view View.',
      },
      { level: 'error', msg: 'A rejected promise is not awaited anywhere: await it.' },
      { level: 'error', msg: 'A rejected promise is not awaited anywhere: await it.' },
    ])
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })
})

describe('turnpike serve', () => {
  it('turnpike serve serves the accounts, and logs one JSON object a line without any secret', async () => {
    const { serve } = await createTurnpikeWithAnn()
    const server = await serve()

    const issued = await fetch(`${server.url}/api-token-auth/`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'ann', password: 'wonderland' }),
    })
    const { token } = (await issued.json()) as { token: string }
    const headers = {
      Authorization: `Token ${token}`,
      Cookie: 'session=COOKIE',
      'X-Request-Id': 'mine',
    }
    const response = await fetch(`${server.url}/whoami/?q=QUERY`, { headers })

    expect(await response.json()).toMatchObject({ username: 'ann' })
    await expect
      .poll(() => linesOf(server.log()))
      .toMatchObject([
        { level: 'info', service: 'accounts', url: server.url },
        { level: 'info', event: 'sign-in.succeeded', clientAddress: '127.0.0.1' },
        { method: 'POST', path: '/api-token-auth/', status: 200, remoteAddress: '127.0.0.1' },
        { method: 'GET', path: '/whoami/', status: 200, requestId: 'mine' },
      ])
    for (const secret of ['wonderland', token, 'COOKIE', 'QUERY', 'Authorization']) {
      expect(server.log()).not.toContain(secret)
    }
  })

  it('finishes the requests under way on SIGTERM, takes no new ones and exits with 0', async () => {
    const server = await serveSlowly({ DRAIN_DELAY_SECONDS: '0', GRACE_PERIOD_SECONDS: '60' })
    const held = fetch(`${server.url}/held`)
    await expect.poll(server.log).toContain('{"begun":"/held"}')

    server.kill('SIGTERM')
    const late = () => fetch(`${server.url}/0`).then(String, () => 'refused')
    await expect.poll(late).toBe('refused')
    server.letGo()
    const response = await held

    expect(response.headers.get('Connection')).toBe('close')
    expect(await response.text()).toBe('done')
    expect(await server.ended).toBe(0)
  })

  it('turnpike serve answers /readyz with 503 during the drain delay, and everything else normally', async () => {
    const server = await serveSlowly({ DRAIN_DELAY_SECONDS: '3' })

    const isReady = async () => (await fetch(`${server.url}/readyz`)).status
    expect(await isReady()).toBe(200)

    server.kill('SIGTERM')

    await expect.poll(isReady).toBe(503)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.url}/0`)).status).toBe(200)
    expect(await server.ended).toBe(0)
  })

  it('turnpike serve ends at once on a second signal', async () => {
    const server = await serveSlowly({ DRAIN_DELAY_SECONDS: '0' })
    const slow = fetch(`${server.url}/60000`).catch((error: Error) => error)
    await expect.poll(server.log).toContain('{"begun":"/60000"}')

    server.kill('SIGTERM')
    await expect.poll(server.log).toContain('Stopping: finishing running requests.')
    server.kill('SIGINT')

    expect(await server.ended).toBe(130)
    expect(await slow).toBeInstanceOf(Error)
  })

  it.each(['crash', 'reject'])(
    'turnpike serve stops after an uncaught error (%s): answers what is under way, exits with 1',
    async (path) => {
      const server = await serveSlowly({ DRAIN_DELAY_SECONDS: '0' })
      const slow = fetch(`${server.url}/1000`)
      await expect.poll(server.log).toContain('{"begun":"/1000"}')

      // It may be stopping before it has answered this one.
      await fetch(`${server.url}/${path}`).catch(() => {})

      expect((await slow).status).toBe(200)
      expect(await server.ended).toBe(1)
      expect(linesOf(server.log())).toContainEqual(
        expect.objectContaining({
          level: 'fatal',
          err: expect.objectContaining({ message: 'out of the blue' }),
        }),
      )
    },
  )

  it('names a port that is in use, and exits with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { run } = createTurnpike()

    expect(await run(['serve', '--migrate', '--port', `${port}`])).toEqual({
      code: 1,
      out: '',
      err: `turnpike: Port ${port} on 127.0.0.1 is already in use: set PORT to another one, or stop the other process.\n`,
    })
  })

  it('names every variable that cannot be used, and exits with 1', async () => {
    const { run } = createTurnpike()

    const { code, err } = await run(['serve', '--port', '80x'], '', { PAGE_SIZE: 'many' })

    expect(code).toBe(1)
    expect(err).toContain('PORT is "80x"; it must be')
    expect(err).toContain('PAGE_SIZE is "many"; it must be')
  })
})

describe('the module of turnpike serve', () => {
  it.each([
    ['is missing', null, /^turnpike: There is no file app\.mjs/],
    [
      'has no default export',
      'export const app = 1',
      /^turnpike: app\.mjs does not define a service/,
    ],
    ['exports something else', 'export default () => {}', /does not define a service: its default/],
    [
      'exports an app',
      'export default { fetch: () => new Response() }',
      /does not define a service: .* An app alone is served by serve\(app\) of turnpike\/node\.\n$/,
    ],
    ['fails to load', 'throw new Error("oh no")', /^turnpike: app\.mjs cannot be loaded: .*oh no/],
  ])('a module is refused when it %s', async (_name, source, message) => {
    const { run, folder } = createTurnpike()
    if (source !== null) writeFileSync(join(folder, 'app.mjs'), source)

    const { code, out, err } = await run(['serve', 'app.mjs'])

    expect(code).toBe(1)
    expect(out).toBe('')
    expect(err).toMatch(message)
  })

  it('a module with pending migrations is refused with the command that names it', async () => {
    const { run, folder } = createTurnpike()
    writeFileSync(join(folder, 'app.mjs'), slowModule)

    expect((await run(['serve', 'app.mjs'])).err).toMatch(/turnpike migrate app\.mjs\n$/)
  })
})

describe('usage', () => {
  it.each([[[]], [['nope']], [['token']], [['tokens']], [['token', 'ann', '--nope']]])(
    'a usage error prints the usage with exit code 2: %j',
    async (args) => {
      const { code, out, err } = await createTurnpike().run(args)

      expect(code).toBe(2)
      expect(out).toBe('')
      expect(err).not.toBe('')
    },
  )

  it('--help prints the usage', async () => {
    const { run } = createTurnpike()

    const help = await run(['--help'])
    expect(help.code).toBe(0)
    expect(help.out).toContain(
      '  HOST                            a host name or address; default 127.0.0.1\n',
    )
    expect(help.out).toMatch(/^ {2}.*\bPAGE_SIZE,/m)
    for (const command of [
      'serve',
      'migrate',
      'create-user',
      'change-password',
      'deactivate',
      'activate',
      'token',
      'tokens',
    ]) {
      expect(help.out).toContain(`  ${command} `)
      expect((await run([command, '--help'])).out).toContain(`  turnpike ${command}`)
    }
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(await run(['-V'])).toMatchObject({ code: 0 })
  })
})
