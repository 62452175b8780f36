import { memoizeByIdentity } from '../../caching/memoize.ts'
import { PreconditionFailed, PreconditionRequired } from '../../errors/exceptions.ts'
import type { ApiRequest } from '../../http/request.ts'
import { readEntityTags } from '../../http/syntax/entity-tags.ts'
import type { ItemStore } from '../../items/item-store.ts'
import { type ConditionalOptions, lastModifiedOf, stateIn, stateOf } from './item-tag.ts'
import { evaluate, hasPreconditions } from './preconditions.ts'
import { turns } from './turns.ts'

/** How a conditional view changes and removes its items. */
export interface ItemWrites<Item> {
  /**
   * Checks the preconditions before the body is read (RFC 9110 §13.2.1).
   *
   * @throws PreconditionFailed, PreconditionRequired, and ParseError when one is malformed.
   */
  check(item: Item, request: ApiRequest): Promise<void>

  /**
   * Reads the item again, compares it, and writes, so that nothing comes between: in a transaction
   * of the store if it has them, otherwise after the other writes of this process to the item.
   *
   * @throws PreconditionFailed when the item has changed since `check`.
   */
  write<Result>(request: ApiRequest, steps: WriteSteps<Item, Result>): Promise<Result>
}

/** The steps of a write. */
export interface WriteSteps<Item, Result> {
  /** The item as it was checked. */
  readonly item: Item
  /** Finds the item again, and checks the permissions. */
  load(): Promise<Item>
  write(item: Item): Promise<Result> | Result
}

/** What is needed of the view. */
export interface WrittenItems<Item> {
  readonly options: ConditionalOptions
  /** Undefined: the view finds and writes by functions of its own. */
  readonly store: Transactions | undefined
  /** The parameters of the route that name an item. Undefined: all of them. */
  readonly key: readonly string[] | undefined
  /** Converts the item for sending. Undefined: it is sent unchanged. */
  readonly serialize: ((item: Item, request: ApiRequest) => unknown) | undefined
}

type Transactions = Pick<ItemStore<unknown, never>, 'transaction'>

export function itemWrites<Item>({
  options,
  store,
  key,
  serialize,
}: WrittenItems<Item>): ItemWrites<Item> {
  const inTurn = store === undefined ? turns() : turnsOf(store)

  const nameOf = ({ params }: ApiRequest) =>
    JSON.stringify(key === undefined ? params : key.map((name) => params[name]))

  const compare = async (item: Item, request: ApiRequest): Promise<void> => {
    const data = serialize ? await serialize(item, request) : item
    const state = await stateOf(data, item, options)
    const isTag = (opaque: string) => stateIn(opaque) === state
    const evaluated = evaluate(request, { isTag, lastModified: lastModifiedOf(item, options) })
    if (evaluated === 'failed') throw failure(request)
  }

  return {
    async check(item, request) {
      if (hasPreconditions(request)) await compare(item, request)
      if (options.required && !request.headers.has('If-Match')) throw new PreconditionRequired()
    },

    async write(request, { item, load, write }) {
      const compareAndWrite = async () => {
        const current = await load()
        await compare(current, request)
        return write(current)
      }
      const work = hasPreconditions(request) ? compareAndWrite : async () => write(item)
      // A write without a condition must not come between the two steps of another one either.
      if (!store?.transaction) return inTurn(nameOf(request), work)
      return work === compareAndWrite ? store.transaction(work) : work()
    },
  }
}

/** Two views of a store wait for each other. */
const turnsOf = memoizeByIdentity((_store: Transactions) => turns())

function failure({ headers }: ApiRequest): PreconditionFailed {
  const ifMatch = headers.get('If-Match')
  if (ifMatch === null && headers.has('If-None-Match')) return new PreconditionFailed(notNoneDetail)
  // Clients whose proxy weakens tags would otherwise read and try again forever.
  const tags = readEntityTags(ifMatch ?? '')
  const isWeak = tags !== null && tags !== '*' && tags.every((tag) => tag.isWeak)
  return new PreconditionFailed(isWeak ? weakDetail : undefined)
}

const notNoneDetail = 'If-None-Match is false: what it excludes is here.'

const weakDetail =
  'If-Match never matches a weak entity tag: send the ETag as this service sent it, without W/.'
