import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import type { AnyService } from '@turnpike/service'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeWith, extras } from '../support/extras.ts'
import { openGuide, writtenPage } from '../support/guide.ts'
import { type PgBouncer, pgBouncerMissing, startPgBouncer } from '../support/pgbouncer.ts'
import {
  type OwnDatabase,
  openPostgres,
  postgresMissing,
  postgresUrl,
} from '../support/postgres.ts'
import { describeUnless } from '../support/skipped.ts'

const secret = 'the-secret-of-the-tests-of-the-guides'
const guide = writtenPage('docs/guides/functions.md')
afterAll(() => guide.remove())
const { default: definition } = await guide.load<{ default: AnyService }>('src/service.ts')

describeUnless(postgresMissing ?? pgBouncerMissing, 'functions behind PgBouncer', () => {
  const keys: Record<string, string> = {}
  let postgres: OwnDatabase
  let bouncer: PgBouncer
  beforeAll(async () => {
    postgres = await openPostgres()
    bouncer = await startPgBouncer(postgresUrl, 2)
    Object.assign(keys, await prepare(postgres.url))
    Object.assign(process.env, {
      DATABASE_URL: bouncer.behind(postgres.url),
      DATABASE_POOL_SIZE: '2',
      SECRET_KEYS: secret,
      THROTTLE_STORE_URL: 'database',
      LOG_LEVEL: 'silent',
    })
    // Vite sets it to a path.
    delete process.env.BASE_URL
  })
  afterAll(async () => {
    await bouncer?.close()
    await postgres?.close()
  })

  describe('the handler of Lambda', () => {
    interface Result {
      statusCode: number
      headers: Record<string, string>
      cookies: string[]
      body: string
      isBase64Encoded: boolean
    }
    let handler: (event: object) => Promise<Result>
    beforeAll(async () => {
      const loaded = await guide.load<{ handler: typeof handler }>('src/lambda.ts')
      handler = loaded.handler
    })

    /** An event of a function URL, whose header names are in lower case. */
    async function invoke(method: string, url: string, more: Record<string, unknown> = {}) {
      const [rawPath, rawQueryString = ''] = url.split('?')
      const result = await handler({
        version: '2.0',
        routeKey: '$default',
        rawPath,
        rawQueryString,
        headers: { host: 'id.lambda-url.eu-north-1.on.aws' },
        isBase64Encoded: false,
        requestContext: {
          domainName: 'id.lambda-url.eu-north-1.on.aws',
          http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1' },
        },
        ...more,
      })
      expect(result.isBase64Encoded).toBe(true)
      const text = Buffer.from(result.body, 'base64').toString()
      return { ...result, data: text === '' ? null : JSON.parse(text) }
    }
    const as = (name: string, type = 'application/json') => ({
      headers: { authorization: `Token ${keys[name]}`, 'content-type': type },
    })

    it('refuses an event without credentials as any server does', async () => {
      expect(await invoke('GET', '/visits/')).toMatchObject({
        statusCode: 401,
        headers: { 'www-authenticate': 'Token', 'content-type': 'application/json' },
        data: { detail: 'Authentication credentials were not provided.' },
      })
    })

    it('stores a body in base64, and reads pages by links of its own URL', async () => {
      for (const place of ['Bergen', 'Genoa', 'Porto Alegre, ção']) {
        const body = Buffer.from(JSON.stringify({ place })).toString('base64')
        const stored = await invoke('POST', '/visits/', {
          ...as('ann'),
          body,
          isBase64Encoded: true,
        })
        expect(stored).toMatchObject({ statusCode: 201, data: { place } })
      }
      const first = await invoke('GET', '/visits/', as('ben'))
      expect(first.data.results).toMatchObject([{ place: 'Bergen' }, { place: 'Genoa' }])
      const { origin, pathname, search } = new URL(first.data.next)
      expect(origin).toBe('https://id.lambda-url.eu-north-1.on.aws')
      const second = await invoke('GET', `${pathname}${search}`, as('ben'))
      expect(second.data).toMatchObject({ next: null, results: [{ place: 'Porto Alegre, ção' }] })
    })

    it('answers an event with a body that its method cannot have, or a broken one', async () => {
      expect(await invoke('GET', '/visits/', { ...as('cem'), body: '{}' })).toMatchObject({
        statusCode: 200,
      })
      expect(await invoke('HEAD', '/visits/', { ...as('cem'), body: '' })).toMatchObject({
        statusCode: 200,
        body: '',
      })
      expect(await invoke('POST', '/visits/', { ...as('cem'), body: '{' })).toMatchObject({
        statusCode: 400,
      })
      expect(await invoke('POST', '/visits/', as('cem'))).toMatchObject({
        statusCode: 400,
        data: { place: ['This field is required.'] },
      })
    })

    it('sends cookies apart from the other header fields', async () => {
      const { cookies, headers } = await invoke('OPTIONS', '/visits/', {
        ...as('dan'),
        cookies: ['csrftoken=a', 'b=c'],
      })
      expect(cookies).toEqual([])
      expect(headers).not.toHaveProperty('set-cookie')
    })

    it('counts requests for all instances in the database', async () => {
      const answers: number[] = []
      for (let sent = 0; sent < 6; sent++) {
        answers.push((await invoke('GET', '/visits/', as('eve'))).statusCode)
      }
      expect(answers).toEqual([200, 200, 200, 200, 200, 429])
    })

    it('goes on after a pause in which the server has closed all connections', async () => {
      await invoke('GET', '/visits/', as('fay'))
      await postgres.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      )
      const answers: number[] = []
      for (let sent = 0; sent < 3; sent++) {
        answers.push((await invoke('GET', '/visits/', as('fay'))).statusCode)
      }
      expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([])
      expect(answers.at(-1)).toBe(200)
    })
  })

  it('the function of Vercel serves below its prefix, and takes the address that Vercel writes', async () => {
    const { default: entry } = await guide.load<{
      default: { fetch(request: Request): Promise<Response> }
    }>('api/[...path].ts')
    const url = 'https://visits.example.com/api/visits/'
    const headers = { authorization: `Token ${keys.gus}`, 'x-real-ip': '192.0.2.1' }

    const refused = await entry.fetch(new Request(url))
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Token'])
    const added = await entry.fetch(
      new Request(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"place":"Riga"}',
      }),
    )
    expect(added.status).toBe(201)
    expect((await entry.fetch(new Request(url, { headers }))).status).toBe(200)
    expect((await entry.fetch(new Request(url.replace('/api', ''), { headers }))).status).toBe(404)
  })
})

const workerd = join(extras, '@cloudflare/workerd-linux-64/bin/workerd')

describeWith(
  [workerd],
  'a Worker over Hyperdrive',
  () => {
    let postgres: OwnDatabase
    let keys: Record<string, string>
    let child: ChildProcess
    let url: string
    beforeAll(async () => {
      postgres = await openPostgres()
      keys = await prepare(postgres.url)
      await bundleWorker()
      writeFileSync(join(guide.folder, 'worker.capnp'), workerConfiguration(new URL(postgres.url)))
      ;({ child, url } = await startWorker())
    })
    afterAll(async () => {
      child?.kill('SIGKILL')
      await postgres?.close()
    })

    const send = (name: string, init: RequestInit = {}, path = '/visits/') =>
      fetch(new URL(path, url), {
        ...init,
        headers: { authorization: `Token ${keys[name]}`, 'content-type': 'application/json' },
      })

    it('stores and lists rows of PostgreSQL, each request with connections of its own', async () => {
      expect((await fetch(`${url}/visits/`)).status).toBe(401)
      const posts = ['Oslo', 'Rome', 'Lima'].map((place) =>
        send('ann', { method: 'POST', body: JSON.stringify({ place }) }),
      )
      expect((await Promise.all(posts)).map(({ status }) => status)).toEqual([201, 201, 201])
      const page = (await (await send('ben')).json()) as { results: object[]; next: string }
      expect(page.results).toHaveLength(2)
      const { pathname, search } = new URL(page.next)
      expect(await (await send('ben', {}, pathname + search)).json()).toMatchObject({
        next: null,
        results: [{ id: 3 }],
      })
    })

    it('counts parallel requests once for all', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => send('eve')))
      const allowed = answers.filter(({ status }) => status === 200)
      expect(allowed).toHaveLength(5)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
    })

    it('refuses a token at once when it is revoked', async () => {
      expect((await send('fay')).status).toBe(200)
      await postgres.pool.query('delete from turnpike_token')
      expect((await send('fay')).status).toBe(401)
    })

    /** workerd resolves no packages: a Worker is one file. */
    async function bundleWorker(): Promise<void> {
      const bundle = await rolldown({
        cwd: guide.folder,
        input: 'src/worker.ts',
        platform: 'browser',
        external: [/^cloudflare:/, 'pg-native'],
        plugins: [builtinsOfNode],
        resolve: {
          conditionNames: ['source', 'workerd', 'worker', 'browser'],
        },
      })
      await bundle.write({ file: join(guide.folder, 'worker.js'), codeSplitting: false })
    }

    async function startWorker(): Promise<{ child: ChildProcess; url: string }> {
      const args = ['serve', 'worker.capnp', '--control-fd=1']
      const started = spawn(workerd, args, { cwd: guide.folder })
      let log = ''
      const address = await new Promise<string>((found, reject) => {
        const read = (chunk: string) => {
          log += chunk
          const [, port] = /"port":(\d+)/.exec(log) ?? []
          if (port !== undefined) found(`http://127.0.0.1:${port}`)
        }
        started.stdout.setEncoding('utf8').on('data', read)
        started.stderr.setEncoding('utf8').on('data', read)
        started.once('exit', () => reject(new Error(`workerd ended before it listened: ${log}`)))
      })
      return { child: started, url: address }
    }
  },
  postgresMissing,
)

/** As wrangler does: what is required of Node's modules is taken from `process`, the rest imported. */
const builtinsOfNode = {
  name: 'builtins-of-node',
  resolveId(id: string, _importer: string | undefined, { kind }: { kind: string }) {
    if (!isBuiltin(id)) return null
    const name = id.replace(/^(node:)?/, 'node:')
    return kind === 'require-call' ? `\0required:${name}` : { id: name, external: true }
  },
  load(id: string) {
    const [, name] = /^\0required:(.*)/.exec(id) ?? []
    return name === undefined ? null : `module.exports = process.getBuiltinModule('${name}')`
  },
}

const workerConfiguration = ({ hostname, port, username, pathname }: URL): string => `
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "visits", worker = .visits),
    (name = "postgres", external = (address = "${hostname}:${port || 5432}", tcp = ())),
  ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "visits") ],
);

const visits :Workerd.Worker = (
  modules = [ (name = "worker.js", esModule = embed "worker.js") ],
  compatibilityDate = "2026-11-01",
  bindings = [
    (name = "SECRET_KEYS", text = "${secret}"),
    (name = "HYPERDRIVE", hyperdrive = (
      designator = "postgres",
      database = "${pathname.slice(1)}",
      user = "${username}",
      password = "",
      scheme = "postgresql",
    )),
  ],
);
`

/** Migrates, as a pipeline does. @returns the tokens of some users. */
async function prepare(databaseUrl: string): Promise<Record<string, string>> {
  const service = await openGuide(definition, databaseUrl)
  const keys: Record<string, string> = {}
  for (const username of ['ann', 'ben', 'cem', 'dan', 'eve', 'fay', 'gus']) {
    const account = await service.users.create({ username, password: null })
    keys[username] = (await service.tokens.getOrCreate(account)).key
  }
  await service.close()
  return keys
}
