import { memoizeByIdentity } from '../../caching/memoize.ts'
import { NotFound, PreconditionFailed, PreconditionRequired } from '../../errors/exceptions.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { ItemStore } from '../../items/item-store.ts'
import { jsonText } from '../../rendering/json.ts'
import type { View } from '../view.ts'
import { lastModifiedOf, stateIn, stateOf, type TagOptions, versionOf } from './item-tag.ts'
import { evaluate, hasPreconditions } from './preconditions.ts'
import { type Turns, turns } from './turns.ts'

/*
 * A write of a conditional view is made in one of four ways:
 *
 * - The store finds the item, has transactions, and writes the item too or within the transaction
 *   of the request:
 *   1. without a precondition and without a version: at once;
 *   2. without a precondition, with a version: `writeCurrent`, in a transaction that reads the
 *      item again;
 *   3. with a precondition: `#writeUnchanged`, in a transaction that compares the item with the
 *      one that was checked.
 * - 4. Otherwise `#writeChecked`: the writes of an item follow each other in this process.
 */

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
  readonly source: WrittenSource<Item>
  /** Converts the item for sending. Undefined: it is sent unchanged. */
  readonly serialize: ((item: Item, request: ApiRequest) => unknown) | undefined
}

/** Where the items are found and stored. */
interface WrittenSource<Item> {
  find(request: ApiRequest, view: View): Promise<Item | null> | Item | null
  /** Undefined: the view finds and writes by functions of its own. */
  readonly store: Transactions | undefined
  /**
   * The parameters of the route by which the store finds the item, or null when a
   * function of the application finds it: all parameters then name it.
   */
  readonly key: readonly string[] | null
}

type Transactions = Pick<ItemStore<unknown, never>, 'transaction'>

/** How a conditional view changes and removes its items. */
export class ItemWrites<Item> {
  readonly #items: WrittenItems<Item>
  readonly #inTurn: Turns

  constructor(items: WrittenItems<Item>) {
    this.#items = items
    this.#inTurn = items.source.store === undefined ? turns() : turnsOf(items.source.store)
  }

  /**
   * Checks the preconditions before the body is read (RFC 9110 §13.2.1).
   *
   * @throws PreconditionFailed, PreconditionRequired, and ParseError when one is malformed.
   */
  async check(item: Item, request: ApiRequest): Promise<void> {
    const { required } = this.#items.options
    if (hasPreconditions(request)) await this.#compare(item, request)
    if (required && !request.headers.has('If-Match')) throw new PreconditionRequired()
  }

  /**
   * Writes the item if it is still as it was checked.
   *
   * @throws PreconditionFailed when the item has changed since.
   */
  async write<Result>(
    request: ApiRequest,
    view: View,
    steps: WriteSteps<Item, Result>,
  ): Promise<Result> {
    const { options, source } = this.#items
    const transaction = source.store?.transaction?.bind(source.store)
    const isAtomic = view.transactions !== null
    if (transaction && source.key !== null && (steps.isOfStore || isAtomic)) {
      const find = async () => source.find(request, view)
      if (hasPreconditions(request)) {
        return this.#writeUnchanged(request, steps, { find, transaction })
      }
      if (options.version === undefined) return steps.write(steps.item)
      return writeCurrent(steps, { find, transaction })
    }
    const work = () => this.#writeChecked(request, steps)
    // In a transaction of the request, one could wait for its turn and another for its lock.
    if (isAtomic && transaction) return work()
    // A write without a condition must not come between the steps of another one either.
    return this.#inTurn(this.#nameOf(request), work)
  }

  /** Functions of the application stay outside: their statements would wait for the lock. */
  async #writeUnchanged<Result>(
    request: ApiRequest,
    { item, load, write }: WriteSteps<Item, Result>,
    { find, transaction }: InStore<Item>,
  ): Promise<Result> {
    for (let checked = item, tries = 0; tries < maxTries; tries++) {
      const before = this.#asRead(checked)
      const result = await transaction(async () => {
        const current = await find()
        const isSame = current !== null && this.#asRead(current) === before
        return isSame ? { written: await write(current) } : null
      })
      if (result !== null) return result.written
      checked = await load()
      await this.#compare(checked, request)
    }
    throw new PreconditionFailed()
  }

  async #writeChecked<Result>(
    request: ApiRequest,
    { item, load, write }: WriteSteps<Item, Result>,
  ): Promise<Result> {
    if (!hasPreconditions(request)) return write(item)
    const current = await load()
    await this.#compare(current, request)
    return write(current)
  }

  async #compare(item: Item, request: ApiRequest): Promise<void> {
    const { options, serialize } = this.#items
    const data = serialize ? await serialize(item, request) : item
    const state = await stateOf(data, item, options)
    const isTag = (opaque: string) => stateIn(opaque) === state
    evaluate(request, { isTag, lastModified: lastModifiedOf(item, options) })
  }

  /** The item as the store gave it. */
  #asRead(item: Item): string {
    return versionOf(item, this.#items.options) ?? jsonText(item)
  }

  #nameOf({ params }: ApiRequest): string {
    const { key } = this.#items.source
    return JSON.stringify(key === null ? params : key.map((name) => params[name]))
  }
}

/** How the store finds the item again, and its transactions. */
interface InStore<Item> {
  find(): Promise<Item | null>
  transaction<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Two changes of the same row must not count its version up to the same number. */
const writeCurrent = <Item, Result>(
  { write }: WriteSteps<Item, Result>,
  { find, transaction }: InStore<Item>,
): Promise<Result> =>
  transaction(async () => {
    const current = await find()
    if (current === null) throw new NotFound()
    return write(current)
  })

/** How often an item may change in ways that its tag does not show, between a check and a write. */
const maxTries = 20

/** Two views of a store wait for each other. */
const turnsOf = memoizeByIdentity((_store: Transactions) => turns())
