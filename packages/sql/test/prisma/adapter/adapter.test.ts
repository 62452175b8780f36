import { type AnyPrisma, openPrisma } from '@turnpike/test-support/prisma/open.ts'
import { describePrismaPairs } from '@turnpike/test-support/prisma/pairs.ts'
import { expect, it } from 'vitest'
import { currentTransaction, kyselyTransactions } from '../../../src/kysely/index.ts'
import { failureOf, namesOf } from './people.ts'

describePrismaPairs('prismaAdapter', ({ version, database }) => {
  const open = () => openPrisma(version, database)

  it('a list of statements in a transaction of Prisma stores all or nothing', async () => {
    const { prisma } = await open()
    const create = (...names: string[]) =>
      prisma.$transaction(names.map((name) => prisma.person.create({ data: { name } })))

    expect((await failureOf(create('ann', 'ann'))).code).toBe('P2002')
    expect(await namesOf(prisma)).toEqual([])
    await create('ann', 'bob')
    expect(await namesOf(prisma)).toEqual(['ann', 'bob'])
  })

  it('a function in a transaction of Prisma stores all or nothing', async () => {
    const { prisma } = await open()
    const thrown = new Error('no')
    const work = (failure: Error | null) =>
      prisma.$transaction(async (tx: AnyPrisma) => {
        await tx.person.create({ data: { name: 'ann' } })
        expect(await namesOf(tx)).toEqual(['ann'])
        if (failure !== null) throw failure
      })

    expect(await failureOf(work(thrown))).toBe(thrown)
    expect(await namesOf(prisma)).toEqual([])
    await work(null)
    expect(await namesOf(prisma)).toEqual(['ann'])
  })

  it('a nested write that fails stores nothing', async () => {
    const { prisma } = await open()
    const tickets = { create: [{ title: 'a' }, { title: 'a' }] }

    const failure = await failureOf(prisma.person.create({ data: { name: 'ann', tickets } }))

    expect(failure.code).toBe('P2002')
    expect(await namesOf(prisma)).toEqual([])
  })

  it('statements of Prisma belong to the transaction of the current work', async () => {
    const { db, prisma } = await open()
    const thrown = new Error('no')
    const work = (failure: Error | null) =>
      kyselyTransactions(db).run(async () => {
        await prisma.person.create({ data: { name: 'ann', tickets: { create: { title: 'a' } } } })
        await currentTransaction(db).insertInto('people').values({ name: 'bob' }).execute()
        expect(await namesOf(prisma)).toEqual(['ann', 'bob'])
        if (failure !== null) throw failure
      })

    expect(await failureOf(work(thrown))).toBe(thrown)
    expect(await namesOf(prisma)).toEqual([])
    expect(await prisma.ticket.count()).toBe(0)
    await work(null)
    expect(await namesOf(prisma)).toEqual(['ann', 'bob'])
  })

  it('a transaction of Prisma within the current work is a savepoint', async () => {
    const { db, prisma } = await open()
    const create = (tx: AnyPrisma, name: string) => tx.person.create({ data: { name } })
    const both = (first: string, second: string) =>
      prisma.$transaction(async (tx: AnyPrisma) => {
        await create(tx, first)
        await create(tx, second)
      })
    const thrown = new Error('no')
    const work = (failure: Error | null) =>
      kyselyTransactions(db).run(async () => {
        await both('ann', 'bob')
        expect((await failureOf(both('carl', 'ann'))).code).toBe('P2002')
        const list = prisma.$transaction([create(prisma, 'dora'), create(prisma, 'ann')])
        expect((await failureOf(list)).code).toBe('P2002')
        await create(prisma, 'emil')
        expect(await namesOf(prisma)).toEqual(['ann', 'bob', 'emil'])
        if (failure !== null) throw failure
      })

    expect(await failureOf(work(thrown))).toBe(thrown)
    expect(await namesOf(prisma)).toEqual([])
    await work(null)
    expect(await namesOf(prisma)).toEqual(['ann', 'bob', 'emil'])
  })

  it('transactions of Prisma side by side do not see each other', async () => {
    const { prisma } = await open()
    const names = ['ann', 'bob', 'carl', 'dora', 'emil', 'fred']

    const kept = await Promise.allSettled(
      names.map((name, index) =>
        prisma.$transaction(async (tx: AnyPrisma) => {
          await tx.person.create({ data: { name } })
          if (index % 2 === 0) throw new Error('no')
        }),
      ),
    )

    expect(kept.map(({ status }) => status === 'fulfilled')).toEqual(
      names.map((_, i) => i % 2 === 1),
    )
    expect((await namesOf(prisma)).toSorted()).toEqual(['bob', 'dora', 'fred'])
  })

  it('a transaction that takes longer than its timeout is rolled back', async () => {
    const { prisma } = await open()
    const work = async (tx: AnyPrisma) => {
      await tx.person.create({ data: { name: 'ann' } })
      await new Promise((resolve) => setTimeout(resolve, 200))
      await tx.person.create({ data: { name: 'bob' } })
    }

    expect((await failureOf(prisma.$transaction(work, { timeout: 50 }))).code).toBe('P2028')
    expect(await namesOf(prisma)).toEqual([])
    await prisma.person.create({ data: { name: 'carl' } })
    expect(await namesOf(prisma)).toEqual(['carl'])
  })

  it('an isolation level is that of a transaction of its own', async () => {
    const { prisma } = await open()
    const work = (isolationLevel: string) =>
      prisma.$transaction((tx: AnyPrisma) => tx.person.create({ data: { name: isolationLevel } }), {
        isolationLevel,
      })

    await work('Serializable')
    expect(await namesOf(prisma)).toEqual(['Serializable'])
    if (database === 'sqlite') {
      expect(await failureOf(work('ReadCommitted'))).toBeInstanceOf(Error)
    }
  })

  it('a script is executed statement by statement', async () => {
    const { prisma } = await open()
    const adapter = await prisma._engineConfig.adapter.connect()

    await adapter.executeScript(
      "insert into people (name) values ('a b'); -- one\n insert into people (name) values ('c');",
    )
    await adapter.dispose()

    expect(await namesOf(prisma)).toEqual(['a b', 'c'])
  })

  it('$disconnect leaves the connections to their owner', async () => {
    const { db, prisma } = await open()
    await prisma.person.create({ data: { name: 'ann' } })
    await prisma.$disconnect()

    expect(await db.selectFrom('people').select('name').execute()).toEqual([{ name: 'ann' }])
    expect(await namesOf(prisma)).toEqual(['ann'])
  })
})
