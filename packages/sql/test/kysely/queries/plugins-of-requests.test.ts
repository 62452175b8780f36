import { AsyncLocalStorage } from 'node:async_hooks'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { testClient } from '@turnpike/testing'
import { CamelCasePlugin, type KyselyPlugin, type SelectQueryNode, sql, WhereNode } from 'kysely'
import {
  createApi,
  cursorPagination,
  limitOffsetPagination,
  type Pagination,
  pageNumberPagination,
  routes,
} from 'turnpike'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyDatabase, kyselyItems, kyselyStore } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

const rowCount = 1500
const tenants = [1, 2, 3]
const tenant = new AsyncLocalStorage<number>()

/** Row level security: each query of notes is narrowed to those of the tenant who asks. */
function ofTenant(db: AnyDatabase): KyselyPlugin {
  return {
    transformQuery({ node }) {
      if (node.kind !== 'SelectQueryNode' || node.from?.froms[0]?.kind !== 'TableNode') return node
      const asking = tenant.getStore()
      if (asking === undefined) throw new Error('Nobody asks.')
      const { where } = db.selectFrom('note').where('tenant', '=', asking).toOperationNode()
      return where === undefined ? node : { ...node, where: both(node, where) }
    },
    transformResult: async ({ result }) => result,
  }
}

const both = ({ where }: SelectQueryNode, condition: WhereNode): WhereNode =>
  where ? WhereNode.cloneWithOperation(where, 'And', condition.where) : condition

/** Tells rows of another tenant by what it makes of them, and knows queries by their identity. */
function numberingRows(): KyselyPlugin {
  const known = new WeakMap<object, number | undefined>()
  return {
    transformQuery({ node, queryId }) {
      known.set(queryId, tenant.getStore())
      return node
    },
    transformResult: async ({ result, queryId }) => ({
      ...result,
      rows: result.rows.map((row) => ({ ...row, asked_by: known.get(queryId) })),
    }),
  }
}

/** A subclass may do anything else than Kysely's own. */
class OwnCamelCase extends CamelCasePlugin {}

type Open = () => Promise<{ db: AnyDatabase; close(): Promise<void> }>

function testTenants(name: string, open: Open) {
  describe(`a plugin that narrows queries by who asks, on ${name}`, () => {
    let db: AnyDatabase
    let close: () => Promise<void>

    beforeAll(async () => {
      ;({ db, close } = await open())
      await sql`create table note (id integer primary key, tenant integer, score integer)`.execute(
        db,
      )
      await sql`insert into note
        with recursive s(n) as (select 1 union all select n + 1 from s where n < ${sql.lit(rowCount)})
        select n, n % 3 + 1, n % 5 from s`.execute(db)
    })
    afterAll(() => close())

    const narrowed = {
      'of the database': () => {
        const narrow = db.withPlugin(ofTenant(db))
        return { over: narrow, from: narrow.selectFrom('note') }
      },
      'of the database, beside one of Kysely': () => {
        const narrow = db.withPlugin(new CamelCasePlugin()).withPlugin(ofTenant(db))
        return { over: narrow, from: narrow.selectFrom('note') }
      },
      'of the query alone': () => ({
        over: db,
        from: db.selectFrom('note').withPlugin(ofTenant(db)),
      }),
      'of the query alone, beside one of Kysely': () => {
        const camel = db.withPlugin(new CamelCasePlugin())
        return { over: camel, from: camel.selectFrom('note').withPlugin(ofTenant(db)) }
      },
    }

    it.each(Object.entries(narrowed))(
      'a plugin is asked for each request: one %s',
      async (_, narrow) => {
        const { over, from } = narrow()
        const items = kyselyItems(over, from.select(['id', 'tenant', 'score']))
        const api = createApi({ PAGE_SIZE: 7 })
        const list = (pagination: Pagination | null) =>
          api.listView({ items, pagination, orderingFilter: { fields: ['score'] } })
        const client = testClient(
          routes(api, {
            '/pages/': list(pageNumberPagination()),
            '/few/': list(pageNumberPagination({ count: { capAt: 20 } })),
            '/slices/': list(limitOffsetPagination()),
            '/cursor/': list(cursorPagination({ ordering: 'score' })),
            '/all/': list(null),
          }),
        )
        const paths = [
          '/pages/',
          '/pages/?page=71&ordering=-score',
          '/pages/?page=last',
          '/few/',
          '/slices/?offset=490',
          '/slices/?offset=480&limit=100',
          '/cursor/',
          '/all/',
        ]

        for (const asking of [...tenants, ...tenants]) {
          for (const path of paths) {
            const body = await tenant.run(asking, () => client.get(path).then((got) => got.json()))
            const rows: { tenant: number }[] = body.results ?? body
            expect([...new Set(rows.map((row) => row.tenant))]).toEqual([asking])
            if (path.startsWith('/pages/')) expect(body.count).toBe(rowCount / 3)
            if (path === '/all/') expect(rows).toHaveLength(rowCount / 3)
          }
          const met: number[] = []
          for (
            let path: string | null = '/cursor/?page_size=50';
            path !== null && met.length < 60;
          ) {
            const body: { next: string | null; results: { tenant: number }[] } = await tenant.run(
              asking,
              () => client.get(path as string).then((got) => got.json()),
            )
            met.push(...body.results.map((row) => row.tenant))
            path = body.next
          }
          expect(new Set(met)).toEqual(new Set([asking]))
        }
      },
    )

    it('a plugin is asked for each item of a store, by a view of one', async () => {
      const store = kyselyStore(db.withPlugin(ofTenant(db)), 'note')
      const client = testClient(routes(createApi(), { '/:id/': createApi().detailView({ store }) }))
      const read = (asking: number, path: string) => tenant.run(asking, () => client.get(path))

      for (const asking of [1, 2, 1]) {
        expect(await (await read(asking, '/3/')).json()).toMatchObject(
          asking === 1 ? { id: 3, tenant: 1 } : {},
        )
        expect((await read(asking, '/3/')).status).toBe(asking === 1 ? 200 : 404)
      }
      expect(await tenant.run(2, () => store.items.count())).toBe(rowCount / 3)
    })

    it('a plugin is not asked before there is a request', async () => {
      const narrow = db.withPlugin(ofTenant(db))
      const items = kyselyItems(narrow, narrow.selectFrom('note').selectAll())

      await expect(items.count()).rejects.toThrow('Nobody asks.')
      expect(await tenant.run(1, () => items.count())).toBe(rowCount / 3)
    })

    it.each([
      ['own', numberingRows()],
      ['subclass of one of Kysely', Object.assign(new OwnCamelCase(), numberingRows())],
    ])('a plugin receives the rows of its own query: %s', async (_, plugin) => {
      const numbered = db.withPlugin(plugin)
      const items = kyselyItems(numbered, numbered.selectFrom('note').select('id'))

      for (const asking of [1, 2]) {
        const rows = await tenant.run(asking, () => items.slice(0, 1))
        expect(rows).toEqual([{ id: 1, asked_by: asking }])
      }
    })
  })
}

testTenants('SQLite', async () => openDatabase('sqlite::memory:'))

if (postgresMissing === null) testTenants('PostgreSQL', openPostgres)
else
  describe.skip('a plugin on PostgreSQL', () =>
    it('a plugin that narrows queries needs PostgreSQL to be tested', () => {}))
