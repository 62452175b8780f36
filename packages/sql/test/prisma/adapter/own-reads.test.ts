import { type AnyPrisma, openPrisma } from '@turnpike/test-support/prisma/open.ts'
import { describePrismaPairs } from '@turnpike/test-support/prisma/pairs.ts'
import { expect, it } from 'vitest'
import { kyselyTransactions } from '../../../src/kysely/index.ts'
import { prismaOwnReads } from '../../../src/prisma/index.ts'
import { failureOf } from './people.ts'

describePrismaPairs('prismaOwnReads', ({ version, database }) => {
  async function open() {
    const { db, prisma } = await openPrisma(version, database)
    await prisma.person.create({ data: { name: 'ann', email: 'old' } })
    return { db, prisma, own: prisma.$extends(prismaOwnReads) }
  }
  const emailOf = async (prisma: AnyPrisma, method = 'findUnique') =>
    (await prisma.person[method]({ where: { name: 'ann' } })).email

  /** Reads at the same moment, in a transaction that has changed the row and outside of it. */
  async function readTogether(
    { db, prisma, own }: Awaited<ReturnType<typeof open>>,
    method: string,
  ): Promise<string[]> {
    const isChanged = Promise.withResolvers<void>()
    const isRead = Promise.withResolvers<void>()
    const outside = isChanged.promise.then(() => emailOf(own, method)).finally(isRead.resolve)
    const inside = kyselyTransactions(db).run(async () => {
      await prisma.person.update({ where: { name: 'ann' }, data: { email: 'new' } })
      // Both go on in the same turn of the event loop.
      isChanged.resolve()
      await isChanged.promise
      const email = await emailOf(own, method)
      await isRead.promise
      return email
    })
    return Promise.all([inside, outside])
  }

  it('a findUnique sees the transaction of its own work, and no other', async () => {
    expect(await readTogether(await open(), 'findUnique')).toEqual(['new', 'old'])
    expect(await readTogether(await open(), 'findUniqueOrThrow')).toEqual(['new', 'old'])
  })

  it('a findUnique of Prisma alone may be sent in the transaction of other work', async () => {
    const opened = await open()
    expect(await readTogether({ ...opened, own: opened.prisma }, 'findUnique')).not.toEqual([
      'new',
      'old',
    ])
  })

  it('what is gathered in a transaction of Prisma is gathered with the extension, too', async () => {
    const { own } = await open()
    const find = (tx: AnyPrisma, name: string) => tx.person.findUnique({ where: { name } })

    const list = await own.$transaction([find(own, 'ann'), find(own, 'bob')])
    const both = await own.$transaction((tx: AnyPrisma) =>
      Promise.all([find(tx, 'ann'), find(tx, 'bob')]),
    )

    expect(list).toMatchObject([{ name: 'ann' }, null])
    expect(both).toEqual(list)
    const missing = own.person.findUniqueOrThrow({ where: { name: 'bob' } })
    expect((await failureOf(missing)).code).toBe('P2025')
  })
})
