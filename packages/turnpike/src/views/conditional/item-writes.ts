import { memoizeByIdentity } from '../../caching/memoize.ts'
import { NotFound, PreconditionFailed, PreconditionRequired } from '../../errors/exceptions.ts'
import type { ApiRequest } from '../../http/request.ts'
import { readEntityTags } from '../../http/syntax/entity-tags.ts'
import type { ItemStore } from '../../items/item-store.ts'
import { jsonText } from '../../rendering/json.ts'
import type { View } from '../view.ts'
import { lastModifiedOf, stateIn, stateOf, type TagOptions, versionOf } from './item-tag.ts'
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
   * Writes the item if it is still as it was checked.
   *
   * @throws PreconditionFailed when the item has changed since.
   */
  write<Result>(request: ApiRequest, view: View, steps: WriteSteps<Item, Result>): Promise<Result>
}

/** The steps of a write. */
export interface WriteSteps<Item, Result> {
  /** The item as it was checked. */
  readonly item: Item
  /** Finds the item again, and checks the permissions. */
  load(): Promise<Item>
  write(item: Item): Promise<Result> | Result
  /** Whether `write` is that of the store, and not a function of the application. */
  readonly isOfStore: boolean
}

/** What is needed of the view. */
export interface WrittenItems<Item> {
  readonly options: TagOptions
  /** Undefined: the view finds and writes by functions of its own. */
  readonly store: Transactions | undefined
  /** Finds the item in the store. Undefined: a function of the application finds it. */
  readonly find: ((request: ApiRequest) => Promise<Item | null>) | undefined
  /** The parameters of the route that name an item. Undefined: all of them. */
  readonly key: readonly string[] | undefined
  /** Converts the item for sending. Undefined: it is sent unchanged. */
  readonly serialize: ((item: Item, request: ApiRequest) => unknown) | undefined
}

type Transactions = Pick<ItemStore<unknown, never>, 'transaction'>

export function itemWrites<Item>({
  options,
  store,
  find,
  key,
  serialize,
}: WrittenItems<Item>): ItemWrites<Item> {
  const inTurn = store === undefined ? turns() : turnsOf(store)

  const nameOf = ({ params }: ApiRequest) =>
    JSON.stringify(key === undefined ? params : key.map((name) => params[name]))

  /** The item as the store gave it. */
  const asRead = (item: Item): string => versionOf(item, options) ?? jsonText(item)

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

    async write(request, view, { item, load, write, isOfStore }) {
      const hasCondition = hasPreconditions(request)
      const isAtomic = view.transactions !== null
      if (store?.transaction && find && (isOfStore || isAtomic)) {
        if (!hasCondition && options.version === undefined) return write(item)
        if (!hasCondition) {
          // Two changes of the same row must not count its version up to the same number.
          return store.transaction(async () => {
            const current = await find(request)
            if (current === null) throw new NotFound()
            return write(current)
          })
        }
        // Functions of the application stay outside: their statements would wait for the lock.
        for (let checked = item, tries = 0; tries < maxTries; tries++) {
          const before = asRead(checked)
          const result = await store.transaction(async () => {
            const current = await find(request)
            const isSame = current !== null && asRead(current) === before
            return isSame ? { written: await write(current) } : null
          })
          if (result !== null) return result.written
          checked = await load()
          await compare(checked, request)
        }
        throw failure(request)
      }

      const work = async () => {
        const current = hasCondition ? await load() : item
        if (hasCondition) await compare(current, request)
        return write(current)
      }
      // In a transaction of the request, one could wait for its turn and another for its lock.
      if (isAtomic && store?.transaction) return work()
      // A write without a condition must not come between the steps of another one either.
      return inTurn(nameOf(request), work)
    },
  }
}

/** How often an item may change in ways that its tag does not show, between a check and a write. */
const maxTries = 20

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

const notNoneDetail =
  'If-None-Match forbids this: the item exists, and If-None-Match names its tag or all tags.'

const weakDetail =
  'If-Match never matches a weak entity tag: send the ETag as this service sent it, without W/.'
