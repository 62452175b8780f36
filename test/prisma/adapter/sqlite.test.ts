import { describe, expect, it, onTestFinished } from 'vitest'
import { currentTransaction, kyselyTransactions } from '../../../src/kysely/index.ts'
import { captured } from '../../../src/prisma/adapter/capture.ts'
import { driverErrorOf } from '../../../src/prisma/adapter/driver-errors.ts'
import { prismaAdapter } from '../../../src/prisma/index.ts'
import { type AnyPrisma, prismaWith } from '../../support/prisma/open.ts'
import { describeWithPrisma, prismaVersions } from '../../support/prisma/packages.ts'
import { createPrismaTables } from '../../support/prisma/tables.ts'
import { openInFile } from '../../support/sqlite.ts'

describeWithPrisma('prismaAdapter on SQLite', () => {
  describe.each(prismaVersions)('with Prisma %s', (version) => {
    async function open(options: object = {}) {
      const { db, close } = await openInFile()
      onTestFinished(close)
      await createPrismaTables(db)
      const prisma = await prismaWith(version, prismaAdapter(db), options)
      return { db, prisma }
    }
    const names = async (prisma: AnyPrisma): Promise<string[]> => {
      const people = await prisma.person.findMany({ orderBy: { id: 'asc' } })
      return people.map(({ name }: { name: string }) => name)
    }
    const failureOf = (promise: Promise<unknown>) =>
      promise.then(
        () => null,
        (error) => error,
      )

    it('a transaction of Prisma stores all or nothing', async () => {
      const { prisma } = await open()
      const [ann, again] = ['ann', 'ann'].map((name) => prisma.person.create({ data: { name } }))

      expect((await failureOf(prisma.$transaction([ann, again]))).code).toBe('P2002')
      expect(await names(prisma)).toEqual([])

      await prisma.$transaction(async (tx: AnyPrisma) => {
        await tx.person.create({ data: { name: 'bob' } })
        expect(await names(tx)).toEqual(['bob'])
      })
      const thrown = new Error('no')
      const work = async (tx: AnyPrisma) => {
        await tx.person.create({ data: { name: 'carl' } })
        throw thrown
      }
      expect(await failureOf(prisma.$transaction(work))).toBe(thrown)
      expect(await names(prisma)).toEqual(['bob'])
    })

    it('a nested write that fails stores nothing', async () => {
      const { prisma } = await open()
      const tickets = { create: [{ title: 'a' }, { title: 'a' }] }

      const failure = await failureOf(prisma.person.create({ data: { name: 'ann', tickets } }))

      expect(failure.code).toBe('P2002')
      expect(await names(prisma)).toEqual([])
    })

    it('statements of Prisma join the transaction of the current work', async () => {
      const { db, prisma } = await open()
      const work = (failure: Error | null) =>
        kyselyTransactions(db).run(async () => {
          await prisma.person.create({ data: { name: 'ann' } })
          await prisma.$transaction((tx: AnyPrisma) => tx.person.create({ data: { name: 'bob' } }))
          const again = prisma.$transaction([prisma.person.create({ data: { name: 'ann' } })])
          expect((await failureOf(again)).code).toBe('P2002')
          await currentTransaction(db).insertInto('people').values({ name: 'carl' }).execute()
          expect(await names(prisma)).toEqual(['ann', 'bob', 'carl'])
          if (failure !== null) throw failure
        })
      const thrown = new Error('no')

      expect(await failureOf(work(thrown))).toBe(thrown)
      expect(await names(prisma)).toEqual([])
      await work(null)
      expect(await names(prisma)).toEqual(['ann', 'bob', 'carl'])
    })

    it('captured statements are not executed', async () => {
      const { prisma } = await open()
      await prisma.person.create({ data: { name: 'ann' } })
      const extended = prisma.$extends({
        query: {
          person: { findMany: ({ query, args }: AnyPrisma) => query({ ...args, take: 3 }) },
        },
      })

      const [statements, found] = await Promise.all([
        captured(() => extended.person.findMany({ where: { name: 'ann' }, select: { id: true } })),
        names(prisma),
      ])

      expect(statements).toEqual([
        {
          sql: expect.stringContaining('WHERE `main`.`people`.`name` = ? '),
          args: ['ann', 3n, 0n],
          argTypes: [
            expect.objectContaining({ scalarType: 'string' }),
            expect.objectContaining({ scalarType: 'bigint' }),
            expect.objectContaining({ scalarType: 'bigint' }),
          ],
        },
      ])
      expect(found).toEqual(['ann'])
      await captured(() => prisma.person.deleteMany())
      await captured(() => prisma.$transaction([prisma.person.deleteMany()]))
      expect(await names(prisma)).toEqual(['ann'])
    })

    it('the error of the driver is known by that of Prisma', async () => {
      const { prisma } = await open()
      await prisma.person.create({ data: { name: 'ann' } })
      const taken = await failureOf(prisma.person.create({ data: { name: 'ann' } }))
      const invalid = await failureOf(prisma.person.create({ data: { name: 7 } }))

      expect(driverErrorOf(taken)).toMatchObject({ code: 'SQLITE_CONSTRAINT_UNIQUE' })
      expect(driverErrorOf(invalid)).toBeUndefined()
    })
  })
})
