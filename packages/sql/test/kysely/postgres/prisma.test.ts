import { postgresMissing } from '@turnpike/test-support/postgres.ts'
import { type AnyPrisma, openPrisma } from '@turnpike/test-support/prisma/open.ts'
import { describeWithPrisma, prismaVersions } from '@turnpike/test-support/prisma/packages.ts'
import { expect, it } from 'vitest'
import { currentTransaction, kyselyStore, kyselyTransactions } from '../../../src/kysely/index.ts'

for (const version of prismaVersions) {
  describeWithPrisma(
    `transactions of Prisma ${version} in that of the work`,
    () => {
      it('a transaction of a store is part of one of Prisma', async () => {
        const { db, prisma } = await openPrisma(version, 'postgresql')
        const store = kyselyStore(db, 'people')
        const add = (name: string) =>
          prisma.$transaction(async (tx: AnyPrisma) => {
            await tx.person.create({ data: { name } })
            await store.transaction?.(async () => {
              await store.create({ name: `${name} of the store` } as never)
              await tx.person.create({ data: { name: `${name} inside` } })
            })
            await currentTransaction(db)
              .insertInto('people')
              .values({ name: `${name} last` })
              .execute()
            if (name === 'bob') throw new Error('No.')
          })
        const { run } = kyselyTransactions(db)

        await run(() => add('ann'))
        await expect(run(() => add('bob'))).rejects.toThrow('No.')
        const names = (await prisma.person.findMany()).map(({ name }: { name: string }) => name)
        expect(names.toSorted()).toEqual(['ann', 'ann inside', 'ann last', 'ann of the store'])
      })
    },
    postgresMissing,
  )
}
