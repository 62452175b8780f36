import type { ReplayStore } from 'turnpike'
import { type Chapter, type ContractCase, contract, type Opened } from '../contract.ts'
import { expectSame } from '../expect.ts'

/** A replay store under test. */
export interface OpenedReplayStore extends Opened {
  store: ReplayStore
  /** Another one over the same ids, as a second process has it. Default: there is none. */
  other?: ReplayStore | null
}

/**
 * The contract of every `ReplayStore`.
 *
 * @param open opens an empty store.
 */
export const replayStoreContract = (
  open: () => OpenedReplayStore | Promise<OpenedReplayStore>,
): ContractCase[] => contract(open, ids, lifetimes, burst)

const ids: Chapter<OpenedReplayStore> = (it) => {
  it('a replay store knows an id as new once, over all who share the ids', async ({
    store,
    other,
  }) => {
    expectSame(await store.remember('one', 60), true, 'whether an id is new')
    expectSame(await store.remember('one', 60), false, 'whether the same id is new again')
    expectSame(await (other ?? store).remember('one', 60), false, 'whether it is new for another')
    expectSame(await (other ?? store).remember('two', 60), true, 'whether another id is new')
    expectSame(await store.remember('two', 60), false, 'whether that one is new for the first')
  })

  it('a replay store keeps ids apart, whatever their characters and their length', async ({
    store,
  }) => {
    const long = 'i'.repeat(9000)
    const all = ['id', 'Id', 'id ', '', 'a\0b', 'a', '🛣', `${long}1`, long]

    for (const id of all) expectSame(await store.remember(id, 60), true, named('is new', id))
    for (const id of all) expectSame(await store.remember(id, 60), false, named('is new twice', id))
  })
}

const lifetimes: Chapter<OpenedReplayStore> = (it) => {
  it('a replay store forgets an id after its seconds, and others that have longer later', async ({
    store,
  }) => {
    await store.remember('short', 0.3)
    await store.remember('long', 60)
    expectSame(await store.remember('short', 0.3), false, 'whether an id is new within its time')

    await new Promise((resolve) => setTimeout(resolve, 350))
    expectSame(await store.remember('short', 60), true, 'whether an id is new after its time')
    expectSame(await store.remember('short', 60), false, 'whether it is then remembered again')
    expectSame(await store.remember('long', 60), false, 'whether one with a longer time is new')
  })
}

const burst: Chapter<OpenedReplayStore> = (it) => {
  it('a replay store gives one of many simultaneous calls with an id the first use', async ({
    store,
    other,
  }) => {
    const stores = [store, other ?? store]
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => stores[index % 2]?.remember('burst', 60)),
    )
    expectSame(answers.filter(Boolean).length, 1, 'the number of calls that find the id new')
  })
}

const named = (what: string, id: string) => `whether ${JSON.stringify(id.slice(0, 9))} ${what}`
