import { sql } from 'kysely'
import type { CountedPlace } from '../../../../src/kysely/counted/counted-sql.ts'
import type { CountedDefinition } from '../../../../src/kysely/counted/definition.ts'
import { pageOf, postgresCounted } from '../../../../src/kysely/counted/postgres/counted.ts'
import type { AnyDatabase } from '../../../../src/kysely/database.ts'

/** Random numbers that are the same in each run. */
export function randomNumbers(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return state / 2 ** 31
  }
  return { next, below: (limit: number) => Math.floor(next() * limit) }
}

export type RandomNumbers = ReturnType<typeof randomNumbers>

/** Counts a table in ranges of a few rows, so that a test splits and joins many. */
export async function countInSmallRanges(
  db: AnyDatabase,
  table: { schema?: string; name: string },
  wanted: { orders: string[][]; groups?: string[]; key?: string[] },
): Promise<CountedDefinition> {
  const { orders, groups = [], key = null } = wanted
  const definition = await postgresCounted.describe(db, table, {
    orders,
    groups,
    key,
    sizes: { rows: 8, ranges: 3 },
  })
  await db.transaction().execute((transaction) => postgresCounted.install(transaction, definition))
  return definition
}

const columnsOf = (order: CountedDefinition['orders'][number]) => order.map(({ name }) => name)

/** What differs between counters and rows: the counts, and one random page of each list. */
export async function differences(
  db: AnyDatabase,
  definition: CountedDefinition,
  { next, below }: RandomNumbers,
): Promise<string[]> {
  const { schema = 'public', table: name, key, groups, orders } = definition
  const table = sql.id(schema, name)
  const found: string[] = []
  const expectSame = (what: string, one: unknown, other: unknown) => {
    const [left, right] = [JSON.stringify(one), JSON.stringify(other)]
    if (left !== right) found.push(`${what}: ${left} instead of ${right}`)
  }
  const value = async (expression: ReturnType<typeof sql>) =>
    Number((await sql<{ n: string }>`select ${expression} as n`.execute(db)).rows[0]?.n)
  // The order must be that of the columns, not of their texts.
  const keys = sql.join(
    columnsOf(key).map(
      (column, index) => sql`${sql.ref(column)}::text as ${sql.id(`key${index}`)}`,
    ),
  )

  const total = await value(sql`(select count(*) from ${table})`)
  expectSame('count', await value(postgresCounted.count(definition, null)), total)

  for (const [order, columns] of orders.entries()) {
    const leading = groups.find((group) => group.name === columns[0]?.name)
    for (const group of leading === undefined ? [null] : [null, leading]) {
      const column = sql.ref(group?.name ?? columns[0]?.name ?? '')
      const pick = sql<{ v: string | null }>`
        select ${column}::text as v from ${table} order by random() limit 1`
      const picked = group === null ? null : ((await pick.execute(db)).rows[0]?.v ?? null)
      const of = sql`${picked}::text::${sql.raw(group?.type ?? 'text')}`
      const narrowed = group === null ? sql`true` : sql`${column} is not distinct from ${of}`
      const size = await value(sql`(select count(*) from ${table} where ${narrowed})`)
      const counted = group === null ? null : { column: group.name, value: of }
      const what = `${columnsOf(columns).join()} ${group === null ? '' : picked}`
      expectSame(`count of ${what}`, await value(postgresCounted.count(definition, counted)), size)

      const reversed = next() < 0.5
      const [offset, limit] = [Math.max(0, below(size + 12) - 4), 1 + below(20)]
      const sorted = sql.join(
        columnsOf(columns).map((one) => sql`${sql.ref(one)} ${sql.raw(reversed ? 'desc' : 'asc')}`),
      )
      const place: CountedPlace = {
        order,
        reversed,
        group: counted,
        offset: sql<number>`${offset}`,
        limit: sql<number>`${limit}`,
      }
      const page = await sql`select ${keys} from ${table}
        where ${postgresCounted.isOnPage(definition, place, [])} order by ${sorted}`.execute(db)
      const truth = await sql`select ${keys} from ${table} where ${narrowed}
        order by ${sorted} offset ${offset} limit ${limit}`.execute(db)
      expectSame(`${what} ${reversed} ${offset} ${limit} of ${size}`, page.rows, truth.rows)
      expectSame(`total of ${what}`, await value(sql`(${pageOf(definition, place)}).total`), size)
    }
  }
  return found
}
