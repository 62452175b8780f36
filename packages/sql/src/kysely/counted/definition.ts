import { ConfigurationError, type ItemKey } from 'turnpike'
import { knownOptions, orderingTerm } from 'turnpike/kit'

export interface CountedTableOptions {
  /**
   * The orders in which lists of the table have pages: a field, or fields in one direction. The
   * key is appended as lists append it. `['id', '-created', ['owner', '-created']]`. An order also
   * serves its reverse. If the first field is one of `by`, it serves the lists of one value of it,
   * and the direction of this field does not matter.
   */
  orders: readonly (string | readonly string[])[]
  /** The fields whose values are counted: lists with `owner = 7` then have exact counts. */
  by?: readonly string[]
  /** The key of the lists. Default: the primary key of the table. */
  key?: ItemKey
}

const countedTableOptions = knownOptions<CountedTableOptions>('countedTable()', {
  orders: 'required',
  by: 'optional',
  key: 'optional',
})

/** The options of `countedTable`, checked as far as possible without the database. */
export interface WantedCounts {
  /** Fields without directions and without the key. */
  readonly orders: readonly (readonly string[])[]
  readonly groups: readonly string[]
  /** Null means the primary key. */
  readonly key: readonly string[] | null
  readonly sizes: RangeSizes
}

/** How many rows ranges have. */
export interface RangeSizes {
  /** Maximum number of rows of a range of the lowest level. More are split. */
  readonly rows: number
  /** How many times more a range of the next level may have. */
  readonly ranges: number
}

/** A column in which a table is counted. */
export interface CountedColumn {
  readonly name: string
  readonly isNullable: boolean
  /** SQLite: its affinity. PostgreSQL: its type. */
  readonly type: string
  /** The collation in which it is sorted; null if it has none of its own. */
  readonly collation: string | null
}

/** The counts of a table, with the names of the database. */
export interface CountedDefinition {
  readonly schema?: string
  readonly table: string
  readonly key: readonly CountedColumn[]
  /** Each ends with the key. */
  readonly orders: readonly (readonly CountedColumn[])[]
  readonly groups: readonly CountedColumn[]
  readonly sizes: RangeSizes
}

export const defaultSizes: RangeSizes = { rows: 128, ranges: 64 }

/** @throws ConfigurationError when the options contradict each other. */
export function wantedCounts(
  table: string,
  options: CountedTableOptions,
  sizes: RangeSizes = defaultSizes,
): WantedCounts {
  countedTableOptions.require(options)
  const { orders, by = [], key } = options
  const keys = key === undefined ? null : fieldsOf(key)
  if (keys?.length === 0) throw new ConfigurationError(emptyKey(table))
  if (orders.length === 0) throw new ConfigurationError(noOrders(table))

  const groups = by.map((field) => plainField(table, field))
  requireUnlike(groups, (field) => `by of countedTable('${table}') names ${field} twice.`)
  const fields = orders.map((order) => orderFields(table, fieldsOf(order), groups))
  requireUnlike(
    fields.map((order) => order.join()),
    (order) =>
      `orders of countedTable('${table}') has the order ${order} twice: an order also serves its reverse.`,
  )
  return { orders: fields, groups, key: keys, sizes }
}

const fieldsOf = (fields: string | readonly string[]): readonly string[] =>
  typeof fields === 'string' ? [fields] : fields

function orderFields(
  table: string,
  order: readonly string[],
  groups: readonly string[],
): readonly string[] {
  if (order.length === 0) throw new ConfigurationError(noFields(table))
  const terms = order.map(orderingTerm)
  const names = terms.map(({ field }) => field)
  requireUnlike(names, (field) => `An order of countedTable('${table}') names ${field} twice.`)

  const [first] = names
  const isOfGroup = first !== undefined && groups.includes(first) && names.length > 1
  const directed = isOfGroup ? terms.slice(1) : terms
  if (directed.some(({ descending }) => descending !== directed[0]?.descending)) {
    throw new ConfigurationError(
      `The order ${order.join()} of countedTable('${table}') has two directions, which cannot be counted. ` +
        `Give all its fields one direction, or name ${first} in by if lists are narrowed by it.`,
    )
  }
  return names
}

function plainField(table: string, field: string): string {
  if (!field.startsWith('-')) return field
  throw new ConfigurationError(
    `by of countedTable('${table}') has ${field}: groups have no direction, write '${field.slice(1)}'.`,
  )
}

function requireUnlike(names: readonly string[], message: (name: string) => string): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new ConfigurationError(message(twice))
}

const emptyKey = (table: string) =>
  `key of countedTable('${table}') has no fields: leave it out for the primary key.`

const noOrders = (table: string) =>
  `orders of countedTable('${table}') is empty: name the orders of the lists, such as ['id', '-created'].`

const noFields = (table: string) =>
  `orders of countedTable('${table}') has an order without fields: write a field, such as 'id'.`

/** The order with the key appended. What follows the last column of the key has no effect. */
export function completed(
  order: readonly CountedColumn[],
  key: readonly CountedColumn[],
): CountedColumn[] {
  const names = order.map(({ name }) => name)
  const missing = key.filter(({ name }) => !names.includes(name))
  const last = Math.max(...key.map(({ name }) => names.indexOf(name)))
  return missing.length > 0 ? [...order, ...missing] : order.slice(0, last + 1)
}
