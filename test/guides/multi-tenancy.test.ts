import { type AnyService, defineService } from '@turnpike/service'
import { type AnyDatabase, kyselyStore, type Migrations } from '@turnpike/sql'
import { type TestClient, testClient } from '@turnpike/testing'
import { type Kysely, sql } from 'kysely'
import { type Api, createApi, isAuthenticated, routes, tokenAuthentication } from 'turnpike'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenGuide, openGuide, shownAfter, writtenPage } from '../support/guide.ts'
import { guideDatabases } from '../support/guide-databases.ts'
import { openPostgres, postgresMissing } from '../support/postgres.ts'

const guide = writtenPage('docs/guides/multi-tenancy.md')
afterAll(() => guide.remove())

const { default: definition } = await guide.load<{ default: AnyService }>('src/service.ts')
const { leaks } = await guide.load<{
  leaks(client: TestClient, paths: string[], ids: number[], word: string): Promise<string[]>
}>('src/leaks.ts')

const paths = ['/projects/', '/projects/:id/', '/tasks/', '/tasks/:id/']

/** Two tenants with a member each; the rows of `acme` are named ACME. */
async function fill(service: OpenGuide) {
  const { db, users, tokens, app } = service
  await db
    .insertInto('tenant')
    .values([{ name: 'acme' }, { name: 'globex' }])
    .execute()
  const members: Record<string, (host: string) => TestClient> = {}
  for (const [index, username] of ['ann', 'bob'].entries()) {
    const user = await users.create({ username, password: null })
    await db
      .insertInto('membership')
      .values({ tenant: index + 1, user: user.pk })
      .execute()
    const { key } = await tokens.getOrCreate(user)
    const headers = { Authorization: `Token ${key}` }
    members[username] = (host) => testClient(app, { baseUrl: `http://${host}`, headers })
  }
  const of = (username: string, host: string) => members[username]?.(host) as TestClient
  return { ann: of('ann', 'acme.example.com'), bob: of('bob', 'globex.example.com'), of }
}

describe.each(guideDatabases)('tenants on $name', ({ name, isMissing, open }) => {
  let database: Awaited<ReturnType<typeof open>>
  let service: OpenGuide
  let clients: Awaited<ReturnType<typeof fill>>

  beforeEach(async () => {
    if (isMissing) return
    database = await open()
    service = await openGuide(definition, database.url)
    clients = await fill(service)
    await clients.ann.post('/projects/', { json: { name: 'ACME' } })
    await clients.ann.post('/tasks/', { json: { project: 1, title: 'ACME' } })
  })
  afterEach(async () => {
    if (isMissing) return
    await service.close()
    await database.drop()
  })
  const onDatabase = it.skipIf(isMissing)

  onDatabase(`no path of the guide leaks to another tenant on ${name}`, async () => {
    expect(await leaks(clients.bob, paths, [1, 2], 'ACME')).toEqual([])
    const rows = await service.db.selectFrom('project').selectAll().execute()
    expect(rows).toEqual([{ id: 1, tenant: 1, name: 'ACME' }])
  })

  onDatabase(`the test of the guide finds what a member itself sees on ${name}`, async () => {
    expect(await leaks(clients.ann, paths, [1], 'ACME')).toEqual(
      expect.arrayContaining(['GET /projects/', 'GET /projects/1/', 'DELETE /tasks/1/']),
    )
  })

  onDatabase(`references to projects of another tenant are refused on ${name}`, async () => {
    const response = await clients.bob.post('/tasks/', { json: { project: 1, title: 'x' } })
    expect(response.status).toBe(400)
    expect(JSON.stringify(await response.json())).toContain('The referenced object does not exist.')

    const { id } = await (await clients.bob.post('/projects/', { json: { name: 'Own' } })).json()
    const own = await clients.bob.post('/tasks/', { json: { project: id, title: 'x' } })
    const task = await own.json()
    const moved = await clients.bob.patch(`/tasks/${task.id}/`, { json: { project: 1 } })
    expect(moved.status).toBe(400)
  })

  onDatabase(`a client cannot choose the tenant of a row on ${name}`, async () => {
    const created = await clients.bob.post('/projects/', { json: { name: 'ACME', tenant: 1 } })
    expect([created.status, await created.json()]).toEqual([
      201,
      { id: 2, tenant: 2, name: 'ACME' },
    ])
    await clients.bob.patch('/projects/2/', { json: { tenant: 1 } })
    expect(await (await clients.bob.get('/projects/2/')).json()).toMatchObject({ tenant: 2 })
    const again = await clients.bob.post('/projects/', { json: { name: 'ACME' } })
    expect(again.status).toBe(400)
  })

  onDatabase(`a token is of use in its own tenant only on ${name}`, async () => {
    for (const host of [
      'acme.example.com',
      'nobody.example.com',
      'example.com',
      'globex.example.com.evil.test',
    ]) {
      const response = await clients.of('bob', host).get('/projects/')
      expect(response.status).toBe(403)
      expect(await response.json()).toEqual({ detail: 'You are no member of this tenant.' })
    }
    expect((await service.anonymous.get('/projects/')).status).toBe(401)
  })

  onDatabase(
    `the commands of the guide to multi-tenancy are answered as shown on ${name}`,
    async () => {
      const empty = await open()
      const own = await openGuide(definition, empty.url)
      const { of } = await fill(own)
      const [acme, globex] = ['acme.localhost:8000', 'globex.localhost:8000']
      const added = await of('ann', acme).post('/projects/', { form: { name: 'Rocket' } })
      expect(await added.text()).toBe(shownAfter(guide, 'name=Rocket'))
      const hidden = await of('bob', globex).get('/projects/1/')
      expect(await hidden.text()).toBe(shownAfter(guide, '/projects/1/'))
      const refused = await of('bob', acme).get('/projects/')
      expect(await refused.text()).toBe(
        shownAfter(guide, 'acme.localhost:8000/projects/ -H "Authorization: Token $OTHER'),
      )
      await own.close()
      await empty.drop()
    },
  )

  onDatabase(`a cursor of another tenant shows nothing of it on ${name}`, async () => {
    for (let index = 0; index < 60; index++) {
      await clients.ann.post('/projects/', { json: { name: `ACME ${index}` } })
    }
    const { next } = await (await clients.ann.get('/projects/')).json()
    expect(next).toContain('cursor=')
    const response = await clients.bob.get(`/projects/${new URL(next).search}`)
    expect(await response.text()).not.toContain('ACME')
  })
})

describe('a view whose table has no tenant', () => {
  it('a list without the field of the tenant fails instead of showing all rows', async () => {
    const { memberOf, ofTenant, subdomain } = await guide.load<{
      memberOf(scheme: unknown, db: unknown, tenantOf: unknown): never
      ofTenant: never
      subdomain: unknown
    }>('src/tenants.ts')
    const service = await openGuide({
      ...definition,
      app({ db, tokens, settings }) {
        const api = createApi({
          DEFAULT_AUTHENTICATION_CLASSES: [
            memberOf(tokenAuthentication({ tokens }), db, subdomain),
          ],
          DEFAULT_PERMISSION_CLASSES: [ofTenant],
          ...settings,
        })
        return routes(api, { '/tenants/': api.listView({ store: kyselyStore(db, 'tenant') }) })
      },
    })
    const { bob } = await fill(service)
    const response = await bob.get('/tenants/')
    expect([response.status, await response.text()]).toEqual([
      500,
      '{"error":"Server Error (500)"}',
    ])
    await service.close()
  })
})

/** A database for a role that is no superuser: those have no row-level security. */
async function openAsRole() {
  const { url, close, db: administration } = await openPostgres()
  const role = `tenant_${crypto.randomUUID().replaceAll('-', '')}`
  await sql`create role ${sql.id(role)} login`.execute(administration)
  await sql`grant create, usage on schema public to ${sql.id(role)}`.execute(administration)
  const own = new URL(url)
  own.username = role
  return {
    url: own.href,
    administration,
    async close() {
      await sql`drop owned by ${sql.id(role)} cascade`.execute(administration)
      await sql`drop role ${sql.id(role)}`.execute(administration)
      await close()
    },
  }
}

describe.skipIf(postgresMissing !== null)('row-level security of the guide', () => {
  it('the service of the guide with row-level security serves each tenant its own', async () => {
    const { default: secured } = await guide.load<{ default: AnyService }>(
      'src/service-with-row-security.ts',
    )
    const { url, administration, close } = await openAsRole()
    const service = await openGuide(secured, url)
    const { ann, bob } = await fill(service)

    const added = await ann.post('/projects/', { json: { name: 'ACME' } })
    expect([added.status, await added.json()]).toEqual([201, { id: 1, tenant: 1, name: 'ACME' }])
    await ann.post('/tasks/', { json: { project: 1, title: 'ACME' } })
    expect(await leaks(bob, paths, [1, 2], 'ACME')).toEqual([])
    expect(await (await ann.get('/projects/1/')).json()).toMatchObject({ name: 'ACME' })
    // Without a tenant there are no rows, and they are there for the administrator.
    expect(await service.db.selectFrom('project').selectAll().execute()).toEqual([])
    expect(await administration.selectFrom('project').selectAll().execute()).toHaveLength(1)

    await service.close()
    await close()
  })

  it('queries that forget the tenant see the rows of the request alone', async () => {
    const { rowSecurity, rowSecurityMigrations } = await guide.load<{
      rowSecurity(db: AnyDatabase, tenantOf: (host: string) => string | null): never
      rowSecurityMigrations: Migrations
    }>('src/row-security.ts')
    const { url, administration, close } = await openAsRole()
    const tenantOf = (host: string) => /^(\w+)\.example\.com$/.exec(host)?.[1] ?? null

    const service = await openGuide(
      defineService({
        name: 'projects',
        migrations: { ...definition.migrations, ...rowSecurityMigrations },
        app({ db, tokens, settings }) {
          const api: Api = createApi({
            DEFAULT_AUTHENTICATION_CLASSES: [tokenAuthentication({ tokens })],
            DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
            ...settings,
          })
          // No scope: everything that is missing here is the policy's to refuse.
          const store = kyselyStore(
            db as unknown as Kysely<{ project: { id: number; name: string } }>,
            'project',
          )
          const views = {
            '/projects/': api.listView({ store }),
            '/projects/:id/': api.detailView({ store }),
          }
          return routes(api, views, { middleware: [rowSecurity(db as AnyDatabase, tenantOf)] })
        },
      }),
      url,
    )
    const { ann, bob, of } = await fill(service)
    await administration
      .insertInto('project')
      .values([
        { tenant: 1, name: 'ACME' },
        { tenant: 2, name: 'Globex' },
      ])
      .execute()

    for (let round = 0; round < 3; round++) {
      expect(await (await ann.get('/projects/')).json()).toMatchObject([{ name: 'ACME' }])
      expect(await (await bob.get('/projects/')).json()).toMatchObject([{ name: 'Globex' }])
    }
    expect((await bob.get('/projects/1/')).status).toBe(404)
    expect(await (await of('bob', 'localhost').get('/projects/')).json()).toEqual([])
    expect(await service.db.selectFrom('project').selectAll().execute()).toEqual([])

    await service.close()
    await close()
  })
})
