import type { Condition } from './conditions/condition.ts'
import type { ItemSet } from './item-set.ts'

/** A store of items: a list to which items can be added, changed and removed. */
export interface ItemStore<Item, Values = Partial<Item>> {
  /** All items. */
  readonly items: ItemSet<Item>

  /**
   * The fields of a composite key in order; detail views read them from route parameters of the
   * same names. Absent, the key is one field, from the parameter `id`.
   */
  readonly key?: readonly string[]

  /**
   * The item with this key as written in a URL, or null. The key may be any string. A composite key
   * is several strings: `find('1', '2')`.
   */
  find(...key: string[]): Promise<Item | null>

  /**
   * Adds an item and returns it as stored. Declared as a property, so that its type is compared
   * strictly.
   */
  readonly create: (values: Values) => Promise<Item>

  /** Changes the given fields and returns the updated item; null when it no longer exists. */
  update(item: Item, values: Partial<Values>): Promise<Item | null>

  /** Removes the item. It is not an error if it no longer exists. */
  destroy(item: Item): Promise<void>

  /**
   * Whether the item, as it is stored now, meets the condition. Absent: views of the store can have
   * no permissions with a scope and no parent.
   */
  meets?(item: Item, condition: Condition): Promise<boolean>

  /**
   * Does the work in one transaction, once: what the store writes during it is stored together, or
   * not at all if the work throws. An item that `find` gives during it is locked until the end, so
   * read the body of a request before. In another transaction of the same database it is stored
   * with that one. Absent if it is not supported.
   */
  transaction?<Result>(work: () => Promise<Result>): Promise<Result>
}

/** A store that has transactions: those of Kysely, Drizzle and Prisma. */
export interface TransactionalStore<Item, Values = Partial<Item>> extends ItemStore<Item, Values> {
  transaction<Result>(work: () => Promise<Result>): Promise<Result>
}

/**
 * Where the transactions of requests come from: `kyselyTransactions(db)`, or an object of your own
 * for another library.
 */
export interface Transactions<Transaction = unknown> {
  /**
   * Does the work, once, in a new transaction, which may begin with its first statement. Commits
   * when the work returns; rolls back and throws the same error when it throws.
   *
   * @throws when the commit fails: nothing is stored.
   */
  run<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
}
