import type { Service } from '@turnpike/service'
import { Client } from 'pg'

/** What a table of the accounts takes on the disk of PostgreSQL. */
export interface TableSize {
  readonly table: string
  readonly rows: number
  /** Bytes of the rows. */
  readonly data: number
  /** Bytes of all indexes. */
  readonly indexes: number
}

/** The tables that grow with the users, in an order that references allow. */
const accountTables = ['turnpike_user', 'turnpike_token', 'turnpike_api_key', 'turnpike_session']

/**
 * The sizes of the account tables with so many rows, and of the notes that are there. Each row is one that a store has
 * made, with other values in the columns that are unique or random: their texts have the same length, and go into the
 * indexes in no order.
 */
export async function tableSizes(
  service: Service,
  url: string,
  rows: number,
): Promise<TableSize[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('delete from turnpike_user')
    await makeRows(service)
    const sizes: TableSize[] = []
    for (const table of [...accountTables, 'note']) {
      if (table !== 'note') await fill(client, table, rows)
      await client.query(`vacuum (analyze) ${table}`)
      const { rows: found } = await client.query<{ data: string; indexes: string }>(
        'select pg_table_size($1::regclass) as data, pg_indexes_size($1::regclass) as indexes',
        [table],
      )
      const { data, indexes } = found[0] ?? { data: Number.NaN, indexes: Number.NaN }
      sizes.push({ table, rows, data: Number(data), indexes: Number(indexes) })
    }
    return sizes
  } finally {
    await client.end()
  }
}

/** One row of each table, as the stores make it. */
async function makeRows({ users, tokens, keys, sessions }: Service): Promise<void> {
  const user = await users.create({
    username: 'a.user.of.some.length',
    email: 'a.user.of.some.length@example.com',
    password: 'a password that is hashed',
  })
  await tokens.regenerate(user)
  await keys.create(user, { name: 'reports', scopes: ['notes:read', 'notes:write'] })
  await sessions.create(user)
}

/** Columns whose values many rows share, although they are texts. */
const shared = ['secret_id', 'scopes', 'name']

async function fill(client: Client, table: string, rows: number): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  )
  const values = columns.map(({ name, type }) => {
    if (shared.includes(name)) return name
    if (['id', 'user_id'].includes(name) && type === 'integer') return `${name} + number`
    // md5 as often as the length needs: such values are as random as digests and sealed keys.
    if (type === 'text') {
      return `left(repeat(md5('${name}' || number), length(${name}) / 32 + 1), length(${name}))`
    }
    if (type === 'timestamp with time zone') return `${name} + number * interval '1 millisecond'`
    return name
  })
  const names = columns.map(({ name }) => name).join(', ')
  await client.query(
    `insert into ${table} (${names})
     select ${values.join(', ')} from ${table}, generate_series(1, $1::integer - 1) as number`,
    [rows],
  )
}
