import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDatabase } from '../faults/databases.ts'
import { freePort, type Nginx, nginxMissing, startNginx } from '../faults/nginx.ts'
import { prepare, type RunningService, startService, stopService } from '../faults/service.ts'
import { blocksOf } from '../support/docs-examples.ts'
import { writtenPage } from '../support/guide.ts'

const guide = writtenPage('docs/guides/nginx.md')
guide.remove()

interface Answer {
  status: number | undefined
  headers: NodeJS.Dict<string | string[]>
  body: string
}

describe.skipIf(nginxMissing !== null)('the nginx of the guide', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-nginx-guide-'))
  let database: Awaited<ReturnType<typeof makeDatabase>>
  let token: string
  let ports: number[]
  let services: RunningService[]
  let nginx: Nginx

  const start = (port: number) =>
    startService({
      databaseUrl: database.url,
      port,
      env: {
        TRUSTED_PROXIES: '127.0.0.1',
        ALLOWED_HOSTS: 'localhost',
        THROTTLE_STORE_URL: 'database',
        DRAIN_DELAY_SECONDS: '1',
      },
    })

  beforeAll(async () => {
    database = await makeDatabase('sqlite')
    ;({ token } = await prepare(database.url))
    ports = [await freePort(), await freePort()]
    services = await Promise.all(ports.map(start))
    const [configuration = ''] = blocksOf(guide.text, 'nginx').map(({ code }) => code)
    const file = join(folder, 'guide.conf')
    writeFileSync(file, configuration)
    nginx = await startNginx(ports, { tls: true, file })
  })
  afterAll(async () => {
    await nginx?.stop()
    for (const service of services ?? []) service.kill('SIGKILL')
    await Promise.all((services ?? []).map(({ ended }) => ended))
    await database?.drop()
    rmSync(folder, { recursive: true })
  })

  /** A request of its own connection over TLS. */
  async function ask(path: string, options: RequestOptions = {}, body?: string): Promise<Answer> {
    const ca = nginx.certificate ?? ''
    const { headers, ...rest } = options
    const all = { Authorization: `Token ${token}`, ...(headers as Record<string, string>) }
    const sent = request(nginx.url + path, { ca, agent: false, family: 4, headers: all, ...rest })
    sent.end(body)
    const [response] = await once(sent, 'response')
    return { status: response.statusCode, headers: response.headers, body: await text(response) }
  }
  const post = (path: string, body: string) =>
    ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' } }, body)

  it('the nginx of the guide speaks HTTP/2 and passes the Authorization field on', async () => {
    const session = connect(nginx.url.replace('localhost', '127.0.0.1'), {
      ca: nginx.certificate ?? '',
      servername: 'localhost',
    })
    const { host } = new URL(nginx.url)
    const stream = session.request({
      ':path': '/whoami/',
      ':authority': host,
      authorization: `Token ${token}`,
    })
    const [headers] = await once(stream, 'response')
    expect([headers[':status'], session.alpnProtocol]).toEqual([200, 'h2'])
    expect(await text(stream)).toContain('ann')
    session.close()
  })

  it('links behind the nginx of the guide are those of the client, and forged fields change nothing', async () => {
    const { body, headers } = await ask('/notes/?page_size=10', {
      headers: {
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'http',
        Forwarded: 'host=evil',
      },
    })
    expect(JSON.parse(body).next).toBe(`${nginx.url}/notes/?page=2&page_size=10`)
    expect(headers['strict-transport-security']).toBe('max-age=63072000')

    const forged = { 'X-Forwarded-For': '198.51.100.1', 'X-Remote-User': 'ann', Authorization: '' }
    const answer = await ask('/whoami/', { headers: { ...forged, 'X-Request-Id': 'forged-1' } })
    expect(answer.status).toBe(401)
    const logged = () =>
      services
        .map((service) => service.log())
        .join('')
        .split('\n')
        .find((text) => text.startsWith('{') && text.endsWith('}') && text.includes('"forged-1"'))
    // A log arrives by a pipe.
    await expect.poll(logged).toBeDefined()
    expect(JSON.parse(logged() ?? '')).toMatchObject({ clientAddress: '127.0.0.1' })
  })

  it('a body too long is refused in JSON by the service of the guide, and beyond by its nginx', async () => {
    const long = (length: number) => JSON.stringify({ title: 'x'.repeat(length) })
    const byService = await post('/notes/', long(2_700_000))
    expect([byService.status, byService.headers['x-request-id']]).toEqual([413, expect.any(String)])
    const byNginx = await post('/notes/', long(3_300_000))
    expect([byNginx.status, byNginx.headers['content-type']]).toEqual([413, 'application/json'])
    expect(JSON.parse(byNginx.body)).toEqual({ detail: 'Request body is too large.' })
    const streamed = await post('/originals/', long(3_300_000))
    expect(streamed.status).toBe(404)
    expect(streamed.headers['x-request-id']).toBeDefined()
  })

  it('the nginx of the guide hides readiness, and answers over http with a redirect', async () => {
    expect((await ask('/readyz')).status).toBe(404)
    expect((await ask('/healthz')).status).toBe(200)
    const plain = await fetch(`${nginx.plainUrl}/notes/?a=1`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('Location')]).toEqual([
      308,
      'https://127.0.0.1/notes/?a=1',
    ])
  })

  it('no request fails while the services behind the nginx of the guide restart and it reloads', async () => {
    const statuses = new Map<string, number>()
    let isOver = false
    const note = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1)
    const client = async (work: () => Promise<Answer>) => {
      while (!isOver)
        await work().then(
          ({ status }) => note(`${status}`),
          (error) => note(`${error}`),
        )
    }
    const clients = [
      ...Array.from({ length: 3 }, () => client(() => ask('/notes/?page_size=10'))),
      client(() => post('/notes/', '{"title":"During a restart"}')),
    ]
    for (const [index, port] of ports.entries()) {
      expect(await stopService(services[index] as RunningService)).toBe(0)
      services[index] = await start(port)
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    }
    nginx.reload()
    await new Promise((resolve) => setTimeout(resolve, 500))
    isOver = true
    await Promise.all(clients)
    expect([...statuses.keys()].toSorted()).toEqual(['200', '201'])
  })

  it('the nginx of the guide says in JSON that no process answers', async () => {
    for (const service of services) service.kill('SIGKILL')
    await Promise.all(services.map(({ ended }) => ended))
    const { status, headers, body } = await ask('/notes/')
    expect([status, headers['retry-after']]).toEqual([503, '2'])
    expect(headers['strict-transport-security']).toBe('max-age=63072000')
    expect(JSON.parse(body)).toEqual({ detail: 'The service is away. Try again.' })
  })
})
