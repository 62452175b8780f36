import type { AnyService } from '@turnpike/service'
import type { AnyDatabase } from '@turnpike/sql'
import type { TestClient } from '@turnpike/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OpenGuide, openGuide, shownAfter, writtenPage } from '../support/guide.ts'
import { guideDatabases } from '../support/guide-databases.ts'

const guide = writtenPage('docs/guides/transactions.md')
afterAll(() => guide.remove())

const { default: definition } = await guide.load<{ default: AnyService }>('src/service.ts')
const { sendMails } = await guide.load<{
  sendMails(db: AnyDatabase, send: (mail: { id: number }) => Promise<void>): Promise<void>
}>('src/outbox.ts')

const key = '5b2c1f0e-8d3a-4c57-9f3e-0b5a3b1c2d4e'

describe.each(guideDatabases)('transfers on $name', ({ name, isMissing, open }) => {
  let database: Awaited<ReturnType<typeof open>>
  let service: OpenGuide
  let ann: TestClient
  let bob: TestClient

  beforeEach(async () => {
    if (isMissing) return
    database = await open()
    service = await openGuide(definition, database.url)
    ann = await service.clientOf('ann')
    bob = await service.clientOf('bob')
    const owners = await service.db
      .selectFrom('turnpike_user')
      .select('id')
      .orderBy('username')
      .execute()
    const accounts = owners.map((user) => ({ owner: user.id, cents: 5000 }))
    await service.db.insertInto('account').values(accounts).execute()
  })
  afterEach(async () => {
    vi.useRealTimers()
    if (isMissing) return
    await service.close()
    await database.drop()
  })
  const onDatabase = it.skipIf(isMissing)

  const transfer = (
    client: TestClient,
    cents: unknown,
    sent: { from?: unknown; key?: string } = {},
  ) =>
    client.post('/transfers/', {
      json: { from: sent.from ?? 1, to: sent.from === 2 ? 1 : 2, cents },
      headers: sent.key === undefined ? {} : { 'Idempotency-Key': sent.key },
    })
  const balances = async () => {
    const rows = await service.db.selectFrom('account').select('cents').orderBy('id').execute()
    return rows.map(({ cents }) => cents)
  }
  const count = async (table: string) =>
    (await service.db.selectFrom(table).selectAll().execute()).length

  onDatabase(`a transfer moves money and writes a mail on ${name}`, async () => {
    const response = await transfer(ann, 500, { key })
    expect(response.status).toBe(201)
    expect(await response.text()).toBe(shownAfter(guide, '"cents": 500'))
    expect(await balances()).toEqual([4500, 5500])
    expect([await count('transfer'), await count('mail')]).toEqual([1, 1])
  })

  onDatabase(`a repeated transfer gets the first answer on ${name}`, async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => transfer(ann, 500, { key })))
    const paid = answers.filter(({ status }) => status === 201)
    const early = answers.filter(
      ({ status, headers }) => status === 409 && headers.has('Retry-After'),
    )
    expect(paid.length + early.length).toBe(5)
    const again = await transfer(ann, 500, { key })
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect(new Set(await Promise.all([...paid, again].map((answer) => answer.text()))).size).toBe(1)
    expect(await balances()).toEqual([4500, 5500])

    const other = await transfer(ann, 900, { key })
    expect([other.status, await other.text()]).toEqual([422, shownAfter(guide, '"cents": 900')])
    expect((await transfer(bob, 100, { key, from: 2 })).status).toBe(201)
    expect(await balances()).toEqual([4600, 5400])
  })

  onDatabase(`a refused transfer stores nothing, not even its key, on ${name}`, async () => {
    const refused = await transfer(ann, 99_999, { key })
    expect([refused.status, await refused.text()]).toEqual([400, shownAfter(guide, '99999')])
    expect([await count('transfer'), await count('mail')]).toEqual([0, 0])
    expect(await count('turnpike_idempotency')).toBe(0)
    expect((await transfer(ann, 500, { key })).status).toBe(201)
  })

  onDatabase(`nobody spends the money of others on ${name}`, async () => {
    for (const [client, from] of [
      [bob, 1],
      [ann, 2],
      [ann, 3],
    ] as const) {
      expect((await transfer(client, 1, { from })).status).toBe(400)
    }
    expect((await ann.post('/transfers/', { json: { from: 1, to: 99, cents: 1 } })).status).toBe(
      400,
    )
    expect((await ann.post('/transfers/', { json: { from: 1, to: 1, cents: 1 } })).status).toBe(400)
    for (const cents of [0, -1, 0.5, 1e9, '5e3', null, 'x']) {
      expect((await transfer(ann, cents)).status).toBe(400)
    }
    expect((await transfer(ann, 1, { key: 'a b' })).status).toBe(400)
    expect((await transfer(service.anonymous, 1)).status).toBe(401)
    expect(await balances()).toEqual([5000, 5000])
  })

  onDatabase(`simultaneous transfers never spend money twice on ${name}`, async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => transfer(ann, 1000)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(5).fill(201), ...Array(5).fill(400)])
    expect(await balances()).toEqual([0, 10_000])
  })

  onDatabase(`transfers in opposite directions do not block each other on ${name}`, async () => {
    const sent = Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0 ? transfer(ann, 10) : transfer(bob, 10, { from: 2 }),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses).toEqual(Array(10).fill(201))
    expect(await balances()).toEqual([5000, 5000])
  })

  onDatabase(`a mail is sent once, and again if it has failed, on ${name}`, async () => {
    await transfer(ann, 500)
    vi.useFakeTimers({ toFake: ['Date'] })
    const sent: number[] = []
    await sendMails(service.db, () => Promise.reject(new Error('away')))
    await sendMails(service.db, async ({ id }) => void sent.push(id))
    expect(sent).toEqual([])

    vi.setSystemTime(Date.now() + 60_000)
    const send = async ({ id }: { id: number }) => void sent.push(id)
    await Promise.all([sendMails(service.db, send), sendMails(service.db, send)])
    expect(sent).toEqual([1])
    expect(await count('mail')).toBe(0)
  })
})
