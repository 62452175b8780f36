import type { AnyService } from '@turnpike/service'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type OpenGuide, openGuide, writtenPage } from '../support/guide.ts'
import { openPostgres, postgresMissing } from '../support/postgres.ts'

const guide = writtenPage('docs/guides/partitions.md')
afterAll(() => guide.remove())

interface Partitions {
  newId(now?: Date): string
  firstId(time: Date): string
  keepPartitions(db: Kysely<never>, now?: Date): Promise<void>
}

const { default: definition } = await guide.load<{ default: AnyService }>('src/service.ts')
const { newId, firstId, keepPartitions } = await guide.load<Partitions>('src/partitions.ts')

interface Page {
  readonly next: string | null
  readonly results: readonly { readonly id: string; readonly kind: string }[]
}

it('ids have the order of their times', () => {
  const times = ['1999-12-31T23:59:59.999Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00.001Z']
  const ids = times.map((time) => newId(new Date(time)))
  expect(ids).toEqual(ids.toSorted())
  for (const [index, id] of ids.entries()) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(id > firstId(new Date(times[index] ?? ''))).toBe(true)
  }
})

describe.skipIf(postgresMissing !== null)('a list over partitions', () => {
  let service: OpenGuide
  let db: Kysely<never>

  beforeEach(async () => {
    const database = await openPostgres()
    service = await openGuide(definition, database.url)
    db = service.db as Kysely<never>
    onTestFinished(async () => {
      await service.close()
      await database.close()
    })
  })

  const partitions = async () => {
    const { rows } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'event'::regclass order by 1`.execute(db)
    return rows.map(({ name }) => name)
  }

  const monthAgo = (months: number) => {
    const now = new Date()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15))
  }

  const nameOf = (month: Date) => `event_${month.toISOString().slice(0, 7).replace('-', '_')}`

  /** Adds events to the partition of a month. */
  async function fill(month: Date, count: number) {
    await keepPartitions(db, month)
    const rows = Array.from({ length: count }, (_, index) => {
      const id = newId(new Date(month.getTime() + index))
      return sql`(${id}::uuid, ${index % 10 === 0 ? 'rare' : 'common'}, 'text')`
    })
    await sql`insert into event (id, kind, text) values ${sql.join(rows)}`.execute(db)
  }

  /** All events from a path on. `between` is called after each page. */
  async function walk(path: string, between: (pages: number) => Promise<void> = async () => {}) {
    const client = await service.clientOf(crypto.randomUUID())
    const ids: string[] = []
    let next: string | null = path
    for (let pages = 1; next !== null; pages++) {
      const answer = await client.get(next)
      expect(answer.status).toBe(200)
      const page = (await answer.json()) as Page
      ids.push(...page.results.map(({ id }) => id))
      next = page.next
      await between(pages)
    }
    return ids
  }

  it('adds, lists, filters and finds events in several partitions', async () => {
    await fill(monthAgo(1), 120)
    const client = await service.clientOf('ann')
    const added = await client.post('/events/', { json: { kind: 'rare', text: 'now' } })
    expect(added.status).toBe(201)
    const { id } = (await added.json()) as { id: string }

    const all = await walk('/events/')
    expect(all).toHaveLength(121)
    expect(all[0]).toBe(id)
    expect(all).toEqual(all.toSorted().toReversed())
    expect(await walk('/events/?kind=rare')).toHaveLength(13)
    const since = monthAgo(0).toISOString().slice(0, 8)
    expect(await walk(`/events/?since=${since}01T00:00:00Z`)).toEqual([id])
    expect((await client.get(`/events/${all[120]}/`)).status).toBe(200)
    expect((await client.get('/events/none/')).status).toBe(404)
  })

  it('reads only the newest partition for a first page', async () => {
    for (const months of [3, 2, 1]) await fill(monthAgo(months), 2000)
    await sql`analyze event`.execute(db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (analyze, costs off) select * from event order by id desc limit 51`.execute(db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan.match(/never executed/g)?.length).toBeGreaterThanOrEqual(2)
  })

  it('a partition that is dropped or attached during a walk disturbs no other', async () => {
    for (const months of [13, 2, 1]) await fill(monthAgo(months), 100)
    const before = await partitions()
    const seen = await walk('/events/', async (pages) => {
      if (pages === 1) await keepPartitions(db)
      if (pages === 2) await keepPartitions(db, monthAgo(-4))
    })
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(200)
    const after = await partitions()
    const dropped = nameOf(monthAgo(13))
    expect(before).toContain(dropped)
    expect(after).not.toContain(dropped)
    expect(before).not.toContain(nameOf(monthAgo(-5)))
    expect(after).toContain(nameOf(monthAgo(-5)))
  })

  it('an event that no partition takes is not the fault of its client', async () => {
    await sql`drop table ${sql.table(nameOf(new Date()))}`.execute(db)
    const client = await service.clientOf('ann')
    const refused = await client.post('/events/', { json: { kind: 'rare', text: 'now' } })
    expect(refused.status).toBe(500)
  })
})
