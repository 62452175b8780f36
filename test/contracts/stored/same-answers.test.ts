import type { AnyDatabase } from '@turnpike/sql'
import fc from 'fast-check'
import { CamelCasePlugin, type KyselyPlugin, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { postgresMissing } from '../../support/postgres.ts'
import { openServer, openSqlite, serveTable } from './serve-table.ts'

const id = fc.constantFrom(-1, 0, 1, 2, 3, '9007199254740993', '9007199254740995')
const few = fc.constantFrom(null, 1, 2, 1001)
const json = fc.constantFrom(null, [], {}, 'a', '1', 1, 1.5, true, 'null', [1, { a: [null] }], 1e21)

/** Values that a column takes, and some that a constraint refuses. */
const columns = {
  is_on: fc.constantFrom(true, false, null),
  is_seen: fc.constantFrom(true, false, null),
  big_one: fc.constantFrom(null, 1, '9007199254740993', '-9223372036854775808', 2 ** 53 - 1),
  price: fc.constantFrom(null, '1.50', '0.10', '123456.78', 7),
  doc: json,
  old_doc: json,
  name: fc.constantFrom('a', 'b', 'x', '', null, ['l'], { o: 1 }),
  code: fc.constantFrom('a', 'A', 'B', null, "it's", '12345678901234567'),
  room_id: fc.constantFrom(null, 1, 2, 9, '9007199254740993'),
  floor: few,
  number: few,
  parent_id: fc.oneof(fc.constant(null), id),
}
const row = fc.record(columns, { requiredKeys: [] })
const thing = fc.tuple(id, row).map(([id, row]) => ({ id, name: 'n', ...row }))
const room = fc.record({ id, floor: few, number: few })

const step = fc.oneof(
  fc.record({ method: fc.constant('post' as const), table: fc.constant('thing'), body: thing }),
  fc.record({ method: fc.constant('post' as const), table: fc.constant('room'), body: room }),
  fc.record({ method: fc.constant('patch' as const), table: fc.constant('thing'), id, body: row }),
  fc.record({ method: fc.constant('patch' as const), table: fc.constant('room'), id, body: room }),
  fc.record({
    method: fc.constant('delete' as const),
    table: fc.constantFrom('thing', 'room'),
    id,
  }),
  fc.record({ method: fc.constant('get' as const), table: fc.constantFrom('thing', 'room') }),
)

async function createTables(db: AnyDatabase): Promise<void> {
  await sql`create table room (
    id bigint primary key, floor integer, number integer, unique (floor, number))`.execute(db)
  await sql`create table thing (
    id bigint primary key,
    is_on boolean not null default true,
    is_seen boolean,
    big_one bigint unique,
    price numeric(8, 2),
    doc jsonb,
    old_doc json,
    name text not null,
    code text,
    room_id bigint references room,
    floor integer,
    number integer check (number < 1000),
    parent_id bigint references thing (id),
    foreign key (floor, number) references room (floor, number),
    unique (name, code))`.execute(db)
  await sql`create unique index by_code on thing (lower(code), is_on)`.execute(db)
  await sql`create unique index by_floor on thing ((floor + 1)) where name = 'x'`.execute(db)
}

async function serve(open: () => Promise<AnyDatabase>, plugins: readonly KyselyPlugin[]) {
  const db = plugins.reduce((db, plugin) => db.withPlugin(plugin), await open())
  await createTables(db)
  const anything = z.looseObject({})
  const tables = {
    thing: serveTable(db, 'thing', anything),
    room: serveTable(db, 'room', anything),
  }

  return ({ method, table, ...rest }: Step): Promise<unknown> => {
    const client = tables[table as keyof typeof tables]
    const path = 'id' in rest ? `/${rest.id}/` : '/'
    const body = 'body' in rest ? rest.body : {}
    if (method === 'post' || method === 'patch') return client[method](path, body)
    return method === 'delete' ? client.delete(path) : client.get('/pages/?page_size=50')
  }
}

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** `is_on` → `isOn`, in the data that a client sends. */
const inCamelCase = (step: Step): Step =>
  JSON.parse(
    JSON.stringify(step).replace(/"[a-z_]+":/g, (name) =>
      name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
    ),
  )

/** Which one of several unique indexes refuses a row is the choice of the database. */
const isOfUnique = (answer: unknown) => JSON.stringify(answer)?.includes('unique') ?? false

describe.skipIf(postgresMissing !== null)('the same requests', () => {
  it.each([
    ['the names of columns', [], (step: Step) => step],
    ['names in camel case', [new CamelCasePlugin()], inCamelCase],
  ])(
    'the same requests have the same answers on SQLite and PostgreSQL, with %s',
    async (_, plugins, named) => {
      const askSqlite = await serve(openSqlite, plugins)
      const askPostgres = await serve(openServer, plugins)

      for (const asked of fc.sample(step, { numRuns: 250, seed: 7 }).map(named)) {
        const answers = [await askSqlite(asked), await askPostgres(asked)]
        if (answers.every(isOfUnique)) continue
        expect({ asked, answer: answers[0] }).toEqual({ asked, answer: answers[1] })
      }
    },
  )
})
