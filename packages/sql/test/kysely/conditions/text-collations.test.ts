import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { testClient } from '@turnpike/testing'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import {
  type Condition,
  charField,
  createApi,
  equalsTextFilter,
  type ItemSet,
  inFilter,
  routes,
} from 'turnpike'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyDatabase, kyselyItems } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

type Open = () => Promise<{ db: AnyDatabase; close(): Promise<void> }>

/** What the small letters of some language, and the Turkish i, are known for. */
const texts = [
  'É',
  'é',
  'I',
  'i',
  'İ',
  'ı',
  'Straße',
  'ΣΊΣΥΦΟΣ',
  'Σίσυφος',
  'Ǆ',
  'E\u0301',
  'a%_\\b',
]

/** A text column by name, with its type on the database. */
type Columns = Readonly<Record<string, string>>

const onPostgres: Columns = {
  database: 'text',
  c: 'text collate "C"',
  posix: 'varchar(50) collate "POSIX"',
  unicode: 'text collate "und-x-icu"',
  turkish: 'text collate "tr-x-icu"',
  schema_own: 'text collate "Own letters"."Türk"',
  ignores: 'text collate ignores',
  internal: 'name',
  domain: 'turkish_text',
}

const before = [
  'create schema "Own letters"',
  `create collation "Own letters"."Türk" (provider = icu, locale = 'tr')`,
  `create collation ignores (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
  'create domain turkish_text as text collate "tr-x-icu"',
]

const onSqlite: Columns = {
  database: 'text',
  nocase: 'text collate nocase',
  rtrim: 'text collate rtrim',
}

function checkColumns(name: string, columns: Columns, open: Open, prepare: readonly string[]) {
  describe(`texts of columns with collations on ${name}`, () => {
    let db: AnyDatabase
    let close: () => Promise<void>

    beforeAll(async () => {
      ;({ db, close } = await open())
      for (const statement of prepare) await sql.raw(statement).execute(db)
      const declared = Object.entries(columns).map((column) => column.join(' '))
      await sql`create table word (id integer primary key, ${sql.raw(declared.join())})`.execute(db)
      const names = Object.keys(columns)
      for (const [index, text] of texts.entries()) {
        const row = Object.fromEntries(names.map((column) => [column, text]))
        await db
          .insertInto('word')
          .values({ id: index + 1, ...row })
          .execute()
      }
    })
    afterAll(() => close())

    const list = (query = db.selectFrom('word').selectAll()): ItemSet<Record<string, unknown>> =>
      kyselyItems(db, query, { key: 'id' })
    const idsOf = async (condition: Condition, query?: Parameters<typeof list>[0]) => {
      const rows = (await list(query).where?.(condition).slice(0, null)) ?? []
      return rows.map(({ id }) => id)
    }
    const all = texts.map((_, index) => index + 1)

    describe.each(Object.keys(columns))('column %s', (field) => {
      it(`a text finds itself by equalsText and in, and not leaves it out: ${field}`, async () => {
        for (const [index, value] of texts.entries()) {
          const equal = { field, operator: 'equalsText', value } as const
          const found = await idsOf(equal)

          expect.soft(found, value).toContain(index + 1)
          const others = await idsOf({ not: equal })
          expect.soft([...found, ...others].sort(byNumber), value).toEqual(all)
          expect.soft(await idsOf({ field, operator: 'in', value: [value] })).toContain(index + 1)
        }
      })

      it(`a text finds itself in a query with groups: ${field}`, async () => {
        const id = sql<number>`min(id)`.as('id')
        const grouped = db.selectFrom('word').select([field, id]).groupBy(['id', field])

        for (const [index, value] of texts.entries()) {
          const found = await idsOf({ field, operator: 'equalsText', value }, grouped)
          expect.soft(found, value).toContain(index + 1)
        }
      })

      it(`a client finds a text by __iexact, __in and a search for the whole: ${field}`, async () => {
        const api = createApi()
        const view = api.listView({
          items: list(),
          filters: { [field]: [equalsTextFilter(), inFilter(charField())] },
          search: { fields: [`=${field}`] },
        } as never)
        const client = testClient(routes(api, { '/words/': view }))

        for (const [index, value] of texts.entries()) {
          for (const parameter of [`${field}__iexact`, `${field}__in`, 'search']) {
            const query = new URLSearchParams({ [parameter]: value })
            const rows: { id: number }[] = await (await client.get(`/words/?${query}`)).json()
            expect.soft(rows.map(({ id }) => id)).toContain(index + 1)
          }
        }
      })
    })
  })
}

const byNumber = (one: unknown, other: unknown) => Number(one) - Number(other)

checkColumns(
  'SQLite',
  onSqlite,
  async () => {
    const { db } = openDatabase('sqlite::memory:')
    return { db, close: () => db.destroy() }
  },
  [],
)

describe.skipIf(postgresMissing !== null)('a database of PostgreSQL', () => {
  checkColumns('PostgreSQL', onPostgres, openPostgres, before)

  it('an index on lower() serves equalsText in a column with a collation', async () => {
    const { db, pool, close } = await openPostgres()
    try {
      await sql`create table word (id integer primary key, code text collate "C")`.execute(db)
      await sql`insert into word select n, 'w' || n from generate_series(1, 5000) as n`.execute(db)
      await sql`create index by_code on word (lower(code))`.execute(db)
      await sql`analyze word`.execute(db)
      let sent: CompiledQuery | undefined
      const watched: AnyDatabase = new Kysely({
        dialect: new PostgresDialect({ pool }),
        log: ({ query }) => {
          sent = query
        },
      })

      const condition = { field: 'code', operator: 'equalsText', value: 'W77' } as const
      const all = kyselyItems(watched, watched.selectFrom('word').selectAll(), { key: 'id' })
      expect(await all.where?.(condition).slice(0, null)).toEqual([{ id: 77, code: 'w77' }])

      const plan = await pool.query(`explain ${sent?.sql}`, [...(sent?.parameters ?? [])])
      expect(JSON.stringify(plan.rows)).toContain('by_code')
    } finally {
      await close()
    }
  })
})
