import { type AnyPrisma, openPrisma } from '@turnpike/test-support/prisma/open.ts'
import { describePrismaPairs } from '@turnpike/test-support/prisma/pairs.ts'
import { sql } from 'kysely'
import { Conflict, type ItemStore, ValidationError } from 'turnpike'
import { expect, it } from 'vitest'
import { kyselyTransactions } from '../../../src/kysely/index.ts'
import { prismaStore } from '../../../src/prisma/index.ts'
import { addTickets } from '../ground.ts'

// biome-ignore lint/suspicious/noExplicitAny: the generated types are outside of the compilation.
type AnyStore = ItemStore<any, any>

const storeOf = (model: AnyPrisma, options: object = {}): AnyStore =>
  prismaStore(model, options as object)

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

const detailOf = async (work: Promise<unknown>) => {
  const error = await failureOf(work)
  expect(error).toBeInstanceOf(ValidationError)
  return JSON.parse(JSON.stringify((error as ValidationError).detail))
}

describePrismaPairs('prismaStore', ({ version, database }) => {
  const open = async () => {
    const { db, prisma } = await openPrisma(version, database)
    return { db, prisma, ...(await addTickets(prisma)) }
  }

  it('items are created, found, changed and removed by Prisma', async () => {
    const { prisma, ann } = await open()
    const store = storeOf(prisma.ticket, { include: { owner: true } })
    const created = await store.create({ title: 'new', ownerId: ann, price: '1.50' })
    expect(created).toMatchObject({ title: 'new', owner: { name: 'ann' }, isDone: false })

    const found = await store.find(String(created.id))
    expect(found).toEqual(created)
    expect(await store.update(created, { title: 'newer', rank: 7 })).toEqual({
      ...created,
      ...{ title: 'newer', rank: 7 },
    })
    expect(await store.update(created, {})).toMatchObject({ title: 'newer' })
    await store.destroy(created)
    expect(await store.find(String(created.id))).toBeNull()
    expect(await store.update(created, { title: 'gone' })).toBeNull()
    expect(await store.update(created, {})).toBeNull()
    await store.destroy(created)
  })

  it('keys that no row can have find none', async () => {
    const { prisma } = await open()
    const store = storeOf(prisma.ticket)
    for (const text of ['', 'x', '01', '1x', '0', '9'.repeat(10), '9'.repeat(18), '9'.repeat(30)]) {
      expect(await store.find(text), text).toBeNull()
    }
    const samples = storeOf(prisma.sample, { key: 'text' })
    expect(await failureOf(samples.find('a'))).toMatchObject({
      message: expect.stringContaining(
        "Set the key of prismaStore() to columns that have one: 'id'",
      ),
    })
  })

  it('a transaction goes on after a key of Prisma that the database cannot parse', async () => {
    const { db, prisma } = await open()
    await sql`create unique index sample_by_key on samples (key)`.execute(db)
    const samples = storeOf(prisma.sample, { key: 'key' })
    const people = storeOf(prisma.person)

    const created = await kyselyTransactions(db).run(async () => {
      expect(await samples.find('no UUID')).toBeNull()
      return people.create({ name: 'after it' })
    })
    expect(await people.find(String(created.id))).toMatchObject({ name: 'after it' })
  })

  it('a store with a where has only its rows', async () => {
    const { prisma, ann, bob } = await open()
    const store = storeOf(prisma.ticket, { where: { ownerId: ann } })
    const [own] = await prisma.ticket.findMany({ where: { ownerId: ann }, take: 1 })
    const [other] = await prisma.ticket.findMany({ where: { ownerId: bob }, take: 1 })

    expect(await store.items.count()).toBe(20)
    expect(await store.find(String(own.id))).toEqual(own)
    expect(await store.find(String(other.id))).toBeNull()
    expect(await store.update(other, { title: 'mine' })).toBeNull()
    await store.destroy(other)
    expect(await prisma.ticket.findUnique({ where: { id: other.id } })).toEqual(other)
  })

  it('items with a key of two fields are found, changed and removed', async () => {
    const { prisma, ann, bob } = await open()
    const store = storeOf(prisma.membership, { key: ['team', 'personId'] })
    for (const personId of [ann, bob]) await store.create({ team: 'a', personId })
    await store.create({ team: 'b', personId: ann })

    expect(store.key).toEqual(['team', 'personId'])
    const found = await store.find('a', String(bob))
    expect(found).toMatchObject({ team: 'a', personId: bob, role: 'member' })
    expect(await store.find('a', '99')).toBeNull()
    expect(await store.update(found, { role: 'lead' })).toMatchObject({ role: 'lead' })
    expect(await store.items.where?.({ field: 'role', operator: '=', value: 'lead' }).count()).toBe(
      1,
    )
    expect(await store.items.slice(0, null)).toHaveLength(3)
    await store.destroy(found)
    expect(await store.items.count()).toBe(2)
  })

  it('violated constraints name the fields of Prisma', async () => {
    const { prisma, ann } = await open()
    const store = storeOf(prisma.ticket)
    const created = await store.create({ title: 'once', ownerId: ann })

    const unique = 'The fields ownerId, title must make a unique set.'
    expect(await detailOf(store.create({ title: 'once', ownerId: ann }))).toEqual({
      ownerId: [unique],
      title: [unique],
    })
    expect(await detailOf(store.update(created, { ownerId: 99 }))).toEqual({
      ownerId: ['The referenced object does not exist.'],
    })
    expect(await detailOf(store.create({ ownerId: ann }))).toEqual({
      title: ['This field may not be null.'],
    })
    expect(await detailOf(store.update(created, { title: null }))).toEqual({
      title: ['This field may not be null.'],
    })
    const unfit = ['This value does not fit the field.']
    for (const [field, value] of [
      ['rank', 2 ** 31],
      ['rank', 1.5],
      ['number', 2n ** 63n],
      ['price', 'much'],
      ['created', 'today'],
      ['title', ['a']],
      ['kind', 'other'],
    ] as const) {
      expect(await detailOf(store.update(created, { [field]: value })), field).toEqual({
        [field]: unfit,
      })
    }
    const people = storeOf(prisma.person)
    const person = await people.find(String(ann))
    expect(await failureOf(people.destroy(person))).toBeInstanceOf(Conflict)
    expect(await store.find(String(created.id))).toEqual(created)
  })

  it('an error of the program is not one of the client', async () => {
    const { prisma } = await open()
    const failure = await failureOf(storeOf(prisma.ticket).create({ title: 'a', color: 'red' }))
    expect(failure).toMatchObject({ name: 'PrismaClientValidationError' })
  })

  it('what is done in a transaction of the store is stored together or not at all', async () => {
    const { db, prisma, ann } = await open()
    const store = storeOf(prisma.ticket)
    const before = await store.items.count()

    const thrown = new Error('no')
    const work = async (failure: Error | null) => {
      const created = await store.create({ title: `in ${failure}`, ownerId: ann })
      expect(await store.find(String(created.id))).toEqual(created)
      expect(await store.items.count()).toBe(before + 1)
      if (failure !== null) throw failure
    }
    expect(await failureOf(store.transaction?.(() => work(thrown)) as Promise<void>)).toBe(thrown)
    expect(await store.items.count()).toBe(before)
    expect(await failureOf(kyselyTransactions(db).run(() => work(thrown)))).toBe(thrown)
    expect(await store.items.count()).toBe(before)
    await store.transaction?.(() => work(null))
    expect(await store.items.count()).toBe(before + 1)
  })

  it('a store of the client of a transaction belongs to it', async () => {
    const { prisma, ann } = await open()
    const thrown = new Error('no')
    const inTransaction = prisma.$transaction(async (tx: AnyPrisma) => {
      const store = storeOf(tx.ticket)
      const created = await store.create({ title: 'new', ownerId: ann })
      await store.transaction?.(async () => {
        await store.update((await store.find(String(created.id))) as object, { title: 'newer' })
      })
      expect(await store.meets?.(created, { field: 'title', operator: '=', value: 'newer' })).toBe(
        true,
      )
      throw thrown
    })
    expect(await failureOf(inTransaction)).toBe(thrown)
    expect(await storeOf(prisma.ticket).items.count()).toBe(30)
  })

  it('an item meets a condition as it is stored now', async () => {
    const { prisma } = await open()
    const store = storeOf(prisma.ticket)
    const [item] = await store.items.slice(0, 1)
    const isDone = { field: 'isDone', operator: '=', value: true } as const
    expect(await store.meets?.(item, isDone)).toBe(true)
    await prisma.ticket.update({ where: { id: item.id }, data: { isDone: false } })
    expect(await store.meets?.(item, isDone)).toBe(false)
    await store.destroy(item)
    expect(await store.meets?.(item, { not: isDone })).toBe(false)
  })

  it('a store whose items do not show the key is refused', async () => {
    const { prisma } = await open()
    expect(() => storeOf(prisma.ticket, { select: { title: true } })).toThrow('add id to select')
    expect(() => storeOf(prisma.ticket, { omit: { id: true } })).toThrow('need their key')
    expect(() => storeOf(prisma.sample, { key: 'bytes' })).toThrow('no form in a URL')
    expect(() => storeOf(prisma)).toThrow('pass prisma.ticket')
  })
})
