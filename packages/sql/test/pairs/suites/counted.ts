import { sql } from 'kysely'
import { expectSame } from '../../../../testing/src/contracts/expect.ts'
import { countedTable, dropCountedTable } from '../../../src/kysely/index.ts'
import type { Opened } from '../session.ts'
import { suite, Unsupported } from '../suite.ts'

export const counted = suite('Counted', (it) => {
  it('the count of a list is that of the counters', async (opened) => {
    await withCounters(opened, async () => {
      const { orm } = opened
      expectSame(await orm.items('entry').count(), 50, 'the count')
      await changeTotal(opened, 1000)
      expectSame(await orm.items('entry').count(), 1050, 'the count of changed counters')
      await changeTotal(opened, -1000)
    })
  })

  it('a counted list has what the ORM writes, and what others write', async (opened) => {
    await withCounters(opened, async () => {
      const { orm, add, other } = opened
      const items = orm.items('entry').orderBy(['id'])
      await orm.insert('entry', { id: 2001, owner: 1, title: 'of the ORM' })
      expectSame(await items.count(), 51, 'the count after a row of the ORM')
      await orm.store('entry').create({ owner: 2, title: 'of the store' })
      await add('entry', [{ id: 3001, owner: 1, title: 'of another program' }])
      expectSame(await items.count(), 53, 'the count after a row of another program')
      await other?.deleteFrom('entry').where('id', 'in', leaving).execute()
      expectSame(await items.count(), 43, 'the count after a removal')
      const [item] = await items.slice(42, 1)
      expectSame(item?.id, 3001, 'the id at the position 42')
    })
  })

  it('the counts of a counted list with a filter are right', async (opened) => {
    await withCounters(opened, async () => {
      const mine = opened.orm.items('entry').where?.({ field: 'owner', operator: '=', value: 1 })
      expectSame(await mine?.count(), 25, 'the count of one owner')
      await opened.orm.insert('entry', { id: 2001, owner: 1, title: 'of the ORM' })
      expectSame(await mine?.count(), 26, 'the count of one owner after a write')
    })
  })
})

const leaving = Array.from({ length: 10 }, (_, index) => index + 101)

async function withCounters(opened: Opened, work: () => Promise<void>): Promise<void> {
  const { other, orm, add } = opened
  if (other === null || orm.db === null) throw new Unsupported('arrays are counted at once')
  const entries = Array.from({ length: 50 }, (_, index) => ({
    id: index + 101,
    owner: index % 2,
    title: `Entry ${index + 1}`,
  }))
  await add('entry', entries)
  await countedTable(orm.db, 'entry', { orders: ['id'], by: ['owner'] })
  try {
    await work()
  } finally {
    await dropCountedTable(orm.db, 'entry')
  }
}

/** Makes the counters wrong, so that a count shows whether it is theirs. */
async function changeTotal({ other, pair }: Opened, by: number): Promise<void> {
  if (other === null) return
  const catalogue = pair.kind === 'sqlite' ? sql`sqlite_schema` : sql`information_schema.tables`
  const nameColumn = pair.kind === 'sqlite' ? sql`name` : sql`table_name`
  const { rows } = await sql<{ name: string }>`
    select ${nameColumn} as name from ${catalogue}
    where ${nameColumn} like 'turnpike_%' order by 1`.execute(other)
  const names = rows.map(({ name }) => name)
  const total = names.find((name) => /_(total|state)$/.test(name))
  if (total === undefined) throw new Error(`No total is among ${names}.`)
  const column = pair.kind === 'sqlite' ? sql`n` : sql`total`
  await sql`update ${sql.table(total)} set ${column} = ${column} + ${by}`.execute(other)
}
