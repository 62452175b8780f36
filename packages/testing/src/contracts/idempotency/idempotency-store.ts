import type { Claim, IdempotencyStore } from 'turnpike'
import type { Transactions } from 'turnpike/kit'
import { type Chapter, type ContractCase, contract, type Opened } from '../contract.ts'
import { expectFailure, expectSame } from '../expect.ts'

/** An idempotency store under test. */
export interface OpenedIdempotencyStore extends Opened {
  store: IdempotencyStore
  /** Where the transactions of a transactional store come from. Default null: it is not one. */
  transactions?: Transactions | null
  /** Another one over the same keys, as a second process has it. Default: there is none. */
  other?: Pick<OpenedIdempotencyStore, 'store' | 'transactions'> | null
}

type Side = Pick<OpenedIdempotencyStore, 'store' | 'transactions'>

/**
 * The contract of every `IdempotencyStore`.
 *
 * @param open opens an empty store.
 */
export const idempotencyStoreContract = (
  open: () => OpenedIdempotencyStore | Promise<OpenedIdempotencyStore>,
): ContractCase[] => contract(open, keys, failures, lifetimes, bursts)

const keys: Chapter<OpenedIdempotencyStore> = (it) => {
  it('an idempotency store has a key as new once, and then what was kept', async (opened) => {
    const other = opened.other ?? opened
    const kept = { state: 'done', work: { fingerprint: 'first', answer: '{"a":"ü\\u0000🛣"}' } }
    expectSame(await carryOut(opened, key('a'), kept.work.answer), 'new', 'a key at first')
    expectSame(await claimOf(opened, key('a')), kept, 'the same key later')
    expectSame(await claimOf(other, key('a')), kept, 'the same key for another')
    expectSame(await carryOut(other, key('b'), 'b'), 'new', 'another key')
  })

  it('an idempotency store keeps a key without its answer', async (opened) => {
    await carryOut(opened, key('a'), null)
    const work = { fingerprint: 'first', answer: null }
    expectSame(await claimOf(opened, key('a')), { state: 'done', work }, 'a key without an answer')
  })

  it('an idempotency store keeps answers of a hundred thousand characters', async (opened) => {
    const answer = JSON.stringify('ü'.repeat(100_000))
    await carryOut(opened, key('a'), answer)
    const work = { fingerprint: 'first', answer }
    expectSame(await claimOf(opened, key('a')), { state: 'done', work }, 'a key with a long answer')
  })
}

const failures: Chapter<OpenedIdempotencyStore> = (it) => {
  it('an idempotency store forgets the key of work that failed', async (opened) => {
    const failed = carryOut(opened, key('a'), () => {
      throw new Failed()
    })
    await expectFailure(failed, Failed, 'the work')
    expectSame(await carryOut(opened.other ?? opened, key('a'), 'second'), 'new', 'the key then')
    const work = { fingerprint: 'first', answer: 'second' }
    expectSame(await claimOf(opened, key('a')), { state: 'done', work }, 'the key at last')
  })
}

const lifetimes: Chapter<OpenedIdempotencyStore> = (it) => {
  it('an idempotency store has a key as new again after its seconds', async (opened) => {
    await carryOut(opened, key('short'), 'first', 0.3)
    await carryOut(opened, key('long'), 'first')
    await new Promise((resolve) => setTimeout(resolve, 350))

    expectSame(await carryOut(opened, key('short'), 'again'), 'new', 'a key after its time')
    const work = { fingerprint: 'first', answer: 'again' }
    expectSame(await claimOf(opened, key('short')), { state: 'done', work }, 'that key later')
    expectSame((await claimOf(opened, key('long'))).state, 'done', 'a key with a longer time')
  })
}

const bursts: Chapter<OpenedIdempotencyStore> = (it) => {
  it('an idempotency store lets one of many simultaneous requests do the work', async (opened) => {
    const sides = [opened, opened.other ?? opened]
    let works = 0
    const work = async () => {
      works++
      await new Promise((resolve) => setTimeout(resolve, 50))
      return 'once'
    }
    const states = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        carryOut(sides[index % 2] ?? opened, key('burst'), work),
      ),
    )
    expectSame(works, 1, 'the number of works')
    expectSame(states.filter((state) => state === 'new').length, 1, 'the number of new claims')
  })
}

/** Does the work if the key is new, as the dispatch does. */
const carryOut = (
  side: Side,
  key: string,
  given: string | null | (() => string | Promise<string>),
  seconds = 60,
): Promise<Claim['state']> =>
  inTransaction(side, async () => {
    const { store } = side
    const claimed = await store.claim(key)
    if (claimed.state !== 'new') return claimed.state
    try {
      const answer = typeof given === 'function' ? await given() : given
      await store.keep(key, claimed.claim, { fingerprint: 'first', answer }, seconds)
    } catch (error) {
      await store.release(key, claimed.claim)
      throw error
    }
    return claimed.state
  })

const claimOf = (side: Side, key: string): Promise<Claim> =>
  inTransaction(side, async () => side.store.claim(key))

const inTransaction = <Result>({ transactions }: Side, work: () => Promise<Result>) =>
  transactions ? transactions.run(work) : work()

/** As long as the keys of requests. */
const key = (name: string) => name.padEnd(43, '_')

class Failed extends Error {}
