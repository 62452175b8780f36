import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseNotMigrated } from '@turnpike/sql'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { sql } from 'kysely'
import { ApiResponse, ConfigurationError, createApi, type Logger, routes } from 'turnpike'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../../src/service/config.ts'
import { createService } from '../../src/service/create-service.ts'
import { defaultService } from '../../src/service/default-service.ts'
import { defineService } from '../../src/service/define-service.ts'
import { answering, startService } from './test-service.ts'

describe('health checks', () => {
  it('health checks answer 200 while the service lives and is ready', async () => {
    const { request } = await startService(defaultService)

    for (const path of ['/healthz', '/readyz']) {
      const response = await request(path)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ status: 'ok' })
    }
  })

  it('a service answers a request of which nothing is known but itself', async () => {
    const { app } = await startService(defaultService)

    expect((await app.fetch(new Request('http://localhost/healthz'))).status).toBe(200)
    expect((await app.fetch(new Request('http://localhost/whoami/'))).status).toBe(401)
  })

  it('a draining service is alive and not ready', async () => {
    const { request, drain } = await startService(defaultService)

    drain()

    expect((await request('/readyz')).status).toBe(503)
    expect((await request('/healthz')).status).toBe(200)
  })

  it('a service is not ready when the database does not answer', async () => {
    const { request, db } = await startService(defaultService)

    await db.destroy()

    const response = await request('/readyz')
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ status: 'unavailable' })
    expect((await request('/healthz')).status).toBe(200)
  })

  it('health checks answer under any host, to anyone, and are not logged', async () => {
    const { request, log } = await startService(defaultService, { ALLOWED_HOSTS: 'other.test' })

    expect((await request('/whoami/')).status).toBe(400)
    log.length = 0

    expect((await request('/healthz')).status).toBe(200)
    expect((await request('/readyz?x=1')).status).toBe(200)
    expect(log).toEqual([])
  })

  it('health checks leave other methods and paths to the application', async () => {
    const { request } = await startService(answering(({ method }) => new Response(method)))

    expect(await (await request('/healthz', { method: 'POST' })).text()).toBe('POST')
    expect(await (await request('/healthz/')).text()).toBe('GET')
  })
})

describe('the context of an application', () => {
  const notes = defineService<{ note: { title: string } }>({
    name: 'notes',
    migrations: {
      '0001_note': {
        up: (db) => db.schema.createTable('note').addColumn('title', 'text').execute(),
      },
    },
    async app({ db, settings }) {
      await db.insertInto('note').values({ title: 'milk' }).execute()
      const api = createApi({ PAGE_SIZE: 50, ...settings })
      return routes(api, {
        '/page-size/': api.view({ get: () => new ApiResponse(api.settings.PAGE_SIZE) }),
        '/notes/': api.view({
          get: async () => new ApiResponse(await db.selectFrom('note').selectAll().execute()),
        }),
        '/bang/': api.view({
          get: () => {
            throw new Error('bang')
          },
        }),
      })
    },
  })

  it('the context has the database with the tables of the application', async () => {
    const { request } = await startService(notes)

    expect(await (await request('/notes/')).json()).toEqual([{ title: 'milk' }])
  })

  it('settings of the environment override those of the application', async () => {
    const inCode = await startService(notes)
    const inEnvironment = await startService(notes, { PAGE_SIZE: '7' })

    expect(await (await inCode.request('/page-size/')).json()).toBe(50)
    expect(await (await inEnvironment.request('/page-size/')).json()).toBe(7)
  })

  it('the context has the logger in the settings, so errors of views are logged', async () => {
    const { request, log } = await startService(notes)

    const response = await request('/bang/', { headers: { 'X-Request-Id': 'mine' } })

    expect(response.status).toBe(500)
    expect(log).toMatchObject([
      { level: 'error', requestId: 'mine', err: { message: 'bang' } },
      { level: 'info', status: 500 },
    ])
  })

  it('the context has users who get a token when created, if so defined', async () => {
    const automatic = await startService({ ...defaultService, createTokens: true })
    const user = await automatic.users.create({ username: 'ann', password: null })

    expect(await automatic.tokens.of(user)).toMatchObject({ user })
  })
})

describe('the accounts-only service', () => {
  const post = (data: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(data),
  })

  it('gives a token for a password, and knows whose token it is', async () => {
    const { request, users } = await startService(defaultService)
    await users.create({ username: 'ann', password: 'wonderland', email: 'ann@example.com' })

    const issued = await request(
      '/api-token-auth/',
      post({ username: 'ann', password: 'wonderland' }),
    )
    const { token } = (await issued.json()) as { token: string }
    const response = await request('/whoami/', { headers: { Authorization: `Token ${token}` } })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      username: 'ann',
      email: 'ann@example.com',
      is_staff: false,
    })
  })

  it('the accounts-only service takes the password itself, too', async () => {
    const { request, users } = await startService(defaultService)
    await users.create({ username: 'ann', password: 'wonderland' })

    const response = await request('/whoami/', {
      headers: { Authorization: `Basic ${btoa('ann:wonderland')}` },
    })

    expect(response.status).toBe(200)
  })

  it('the accounts-only service answers 401 with the token challenge without credentials', async () => {
    const { request } = await startService(defaultService)

    const response = await request('/whoami/')

    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Token')
  })
})

describe('a database that does not fit', () => {
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'turnpike-'))
    onTestFinished(() => rmSync(path, { recursive: true }))
    return path
  }

  it('a database that is not migrated is refused, and left unchanged', async () => {
    const config = readConfig({ DATABASE_URL: `sqlite:${join(folder(), 'a.db')}` })

    await expect(createService(defaultService, config)).rejects.toThrow(DatabaseNotMigrated)
    await expect(createService(defaultService, config)).rejects.toThrow('turnpike migrate')
  })

  it('a database that cannot be opened is refused', async () => {
    const config = readConfig({ DATABASE_URL: `sqlite:${folder()}` })

    await expect(createService(defaultService, config)).rejects.toThrow(ConfigurationError)
  })
})

describe('a service that cannot be started or closed', () => {
  it('the error of a start is thrown even if the database cannot be closed', async () => {
    const broken = defineService({
      name: 'broken',
      app({ db }) {
        vi.spyOn(db, 'destroy').mockRejectedValueOnce(new Error('The disk is gone.'))
        throw new Error('The template is missing.')
      },
    })

    await expect(startService(broken)).rejects.toThrow('The template is missing.')
  })

  it('the database of a service is closed even if its logger throws', async () => {
    const logger: Logger = {
      info() {},
      warn() {},
      error() {
        throw new Error('The log is full.')
      },
    }
    const config = readConfig({ DATABASE_URL: 'sqlite::memory:', SECRET_KEYS: secrets.join() })
    const service = await createService(defaultService, config, { logger, migrate: true })
    const ann = await service.users.create({ username: 'ann', password: null })
    const { apiKey } = await service.keys.create(ann, { name: 'export', scopes: [] })
    await sql`
      create trigger no_change before update on turnpike_api_key
      begin select raise(abort, 'The disk is full.'); end
    `.execute(service.db)
    service.keys.noteUse(apiKey)

    await expect(service.close()).rejects.toThrow('The log is full.')
    await expect(service.users.find('ann')).rejects.toThrow('destroyed')
  })
})
