import {
  type Book,
  type ContractCase,
  compositeKeyContract,
  itemSetContract,
  itemStoreContract,
} from '@turnpike/testing'
import { expectSame } from '../../../../testing/src/contracts/expect.ts'
import type { Session } from '../session.ts'
import type { Suite } from '../suite.ts'
import { compositeKeyViews } from './composite-keys.ts'

const openBooks = (session: Session) => async (books: readonly Book[]) => {
  const { orm, add } = await session.open()
  await add('book', books)
  return { items: orm.items('book') }
}

const nulls = (session: Session): ContractCase => {
  const areSmallest = session.pair.kind !== 'postgres'
  return {
    name: `nulls are ${areSmallest ? 'smaller' : 'greater'} than all values`,
    async run() {
      const { items } = await openBooks(session)([
        { id: 1, title: 'Emma', rating: 3 },
        { id: 2, title: 'Hard Times', rating: null },
      ])
      const [first] = await items.orderBy(['rating']).slice(0, 1)
      const [last] = await items.orderBy(['-rating']).slice(0, 1)
      expectSame([first?.id, last?.id], areSmallest ? [2, 1] : [1, 2], 'the first ids')
    },
  }
}

export const lists: Suite = {
  feature: 'Lists',
  cases: (session) => [...itemSetContract(openBooks(session)), nulls(session)],
}

export const stores: Suite = {
  feature: 'Stores',
  cases: (session) =>
    itemStoreContract(async () => ({ store: (await session.open()).orm.store('book') })),
}

const openTags = (session: Session) => async () => ({
  store: (await session.open()).orm.store('note_tag'),
})

export const compositeKeys: Suite = {
  feature: 'Keys',
  cases: (session) => [
    ...compositeKeyContract(openTags(session)),
    ...compositeKeyViews(openTags(session)),
  ],
}
