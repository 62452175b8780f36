import { kyselyAccounts, kyselyItems } from '@turnpike/sql'
import { testClient } from '@turnpike/testing'
import {
  type Account,
  type ApiRequest,
  ApiResponse,
  arrayItems,
  basicAuthentication,
  createApi,
  isAuthenticated,
  memoryAccounts,
  pageNumberPagination,
  pbkdf2,
  routes,
  type Settings,
  tokenAuthentication,
} from 'turnpike'
import { openApiView } from 'turnpike/openapi'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { silentLogger } from '../support/one-view.ts'
import { openInMemory } from '../support/sqlite.ts'

/** Each of them in turn, and again: what is cached of one could be given to the other. */
const inTurn = <const Item>(...items: readonly Item[]) => [...items, ...items]

const passwords = pbkdf2({ iterations: 1 })
const apiOf = (settings: Settings) => createApi({ LOGGER: silentLogger, ...settings })

async function openAccounts() {
  const { db, close } = await openInMemory()
  onTestFinished(close)
  return { db, ...kyselyAccounts(db, { secrets: ['x'.repeat(32)], passwords }) }
}

describe('what a process keeps in memory is shared with no one else', () => {
  it('links are those of the scheme, host, path and query of each request', async () => {
    const api = apiOf({ DEFAULT_PAGINATION_CLASS: pageNumberPagination(), PAGE_SIZE: 1 })
    const list = api.listView({ items: arrayItems([{ id: 1 }, { id: 2 }], { key: 'id' }) })
    const client = testClient(routes(api, { '/a/': list, '/b/': list }))

    for (const [url, next] of inTurn(
      ['http://one.test/a/', 'http://one.test/a/?page=2'],
      ['https://one.test/a/', 'https://one.test/a/?page=2'],
      ['http://two.test/a/', 'http://two.test/a/?page=2'],
      ['http://two.test/b/', 'http://two.test/b/?page=2'],
      ['http://two.test/b/?z=1', 'http://two.test/b/?page=2&z=1'],
    )) {
      expect(await (await client.get(url)).json()).toMatchObject({ next, previous: null })
    }
  })

  it('the description of an API is that of its own settings', async () => {
    const { users } = memoryAccounts({ passwords })
    const things = { permissions: [isAuthenticated], get: () => new ApiResponse([]) }
    const document = openApiView({ '/things/': things }, { title: 'Things', version: '1' })
    const clientOf = (realm: string) => {
      const authentication = [basicAuthentication({ users, realm })]
      const api = apiOf({ DEFAULT_AUTHENTICATION_CLASSES: authentication })
      return testClient(routes(api, { '/openapi.json': document }))
    }
    const clients = { one: clientOf('one'), two: clientOf('two') }

    for (const [name, other] of inTurn(['one', 'two'], ['two', 'one'])) {
      const text = await (await clients[name].get('/openapi.json')).text()
      expect(text).toContain(`realm=\\"${name}\\"`)
      expect(text).not.toContain(`realm=\\"${other}\\"`)
    }
  })

  /** Notes of ann and ben, so many of each, which they see a page of two at a time. */
  async function openNotes(counts: { readonly ann: number; readonly ben: number }) {
    const { db, users, tokens } = await openAccounts()
    await db.schema
      .createTable('note')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('owner', 'integer')
      .execute()
    const keys = { ann: '', ben: '' }
    for (const username of ['ann', 'ben'] as const) {
      const user = await users.create({ username, password: null })
      keys[username] = (await tokens.regenerate(user)).key
      const notes = Array.from({ length: counts[username] }, () => ({ owner: user.pk }))
      await db.insertInto('note').values(notes).execute()
    }
    const api = apiOf({ DEFAULT_PAGINATION_CLASS: pageNumberPagination(), PAGE_SIZE: 2 })
    const list = api.listView({
      authentication: [tokenAuthentication({ tokens })],
      permissions: [isAuthenticated],
      items: ({ user }: { user: Account }) =>
        kyselyItems(db, db.selectFrom('note').selectAll().where('owner', '=', user.pk)),
    })
    const client = testClient(routes(api, { '/': list }))
    return async (username: 'ann' | 'ben', page: number) => {
      const headers = { Authorization: `Token ${keys[username]}` }
      return (await client.get(`/?page=${page}`, { headers })).json()
    }
  }

  it('counts and pages are those of the database and of the current user', async () => {
    const read = {
      one: await openNotes({ ann: 3, ben: 6 }),
      two: await openNotes({ ann: 5, ben: 4 }),
    }

    for (const [database, username, count, ids] of inTurn(
      ['one', 'ann', 3, [3]],
      ['one', 'ben', 6, [6, 7]],
      ['two', 'ann', 5, [3, 4]],
      ['two', 'ben', 4, [8, 9]],
    )) {
      const page = await read[database](username, 2)
      expect(page.count, `${database} ${username}`).toBe(count)
      expect(page.results.map(({ id }: { id: number }) => id)).toEqual(ids)
    }
  })

  it('a token is that of its key and secret, and its user is made for each request', async () => {
    const { db, users, tokens } = await openAccounts()
    const elsewhere = kyselyAccounts(db, { secrets: ['y'.repeat(32)], passwords })
    const keyOf = async (username: string) =>
      (await tokens.regenerate(await users.create({ username, password: null }))).key
    const keys = { ann: await keyOf('ann'), ben: await keyOf('ben') }

    for (const username of inTurn('ann', 'ben')) {
      const found = await tokens.find(keys[username])
      expect(found).toMatchObject({ key: keys[username], user: { username, isStaff: false } })
      // As a handler of the application may.
      Object.assign(found?.user ?? {}, { username: 'eve', isStaff: true })
      expect(await elsewhere.tokens.find(keys[username]), 'by another secret').toBeNull()
    }
  })

  it('data are read by the schema of the view, also when another one has the same fields', async () => {
    const viewOf = (value: z.ZodType) => {
      const schema = z.object({ value })
      return {
        post: async (request: ApiRequest) => new ApiResponse(await request.data(schema)),
        patch: async (request: ApiRequest) =>
          new ApiResponse(await request.validate(schema, { partial: true })),
      }
    }
    const views = { '/number/': viewOf(z.number()), '/text/': viewOf(z.string().default('none')) }
    const client = testClient(routes(apiOf({}), views))
    const form = () => ({ body: new URLSearchParams({ value: '1' }) })

    for (const [path, value] of inTurn(['/number/', 1], ['/text/', '1'])) {
      expect(await (await client.post(path, form())).json()).toEqual({ value })
      const changed = await (await client.request('PATCH', path, form())).json()
      expect(changed).toEqual({ valid: true, data: { value } })
    }
  })

  it('an answer outside of any view has a body and header fields of its own', async () => {
    const app = routes(apiOf({}), {})
    const told = routes(
      apiOf({}),
      {},
      {
        middleware: [
          async (context, next) => {
            await next()
            context.header('X-Told', context.req.header('X-Name'))
          },
        ],
      },
    )

    for (const name of inTurn('ann', 'ben')) {
      const answers = [
        await testClient(told).get('/nowhere/', { headers: { 'X-Name': name } }),
        await testClient(app).get('/nowhere/'),
      ]
      expect(answers.map(({ headers }) => headers.get('X-Told'))).toEqual([name, null])
      for (const answer of answers) expect(await answer.json()).toEqual({ detail: 'Not found.' })
    }
  })
})
