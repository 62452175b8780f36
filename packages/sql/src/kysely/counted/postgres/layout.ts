import { createHash } from 'node:crypto'
import { quotedName } from '../../tables/name.ts'
import type { CountedColumn, CountedDefinition, RangeSizes } from '../definition.ts'

/** The columns of a counted table, and the numbers of those in its orders and groups. */
export interface CountedShape {
  readonly schema: string
  readonly table: string
  /** Without repetitions. */
  readonly columns: readonly CountedColumn[]
  /** Ends with the key. All ascending, with nulls last. */
  readonly orders: readonly (readonly number[])[]
  readonly groups: readonly number[]
  readonly sizes: RangeSizes
}

/** Ranges of ranges: four levels of 32 hold 67 million rows in 64 ranges at the top. */
export const levels = [0, 1, 2, 3] as const
export const topLevel = 3

/** Rows of a new range of a level. It is split when it has more than twice as many. */
export const fullRange = ({ rows, ranges }: RangeSizes, level: number): number =>
  Math.max(1, Math.floor(rows / 2)) * ranges ** level

/** The names in SQL of a counted table and of all that counts it. */
export interface CountedLayout extends CountedShape {
  /** The quoted table. */
  readonly table: string
  /** One row: the number of rows that are folded in. */
  readonly state: string
  /** One row for each row that came (+1) or went (-1) and is not folded in yet. */
  readonly delta: string
  /** The quoted name of something of the table. */
  own(suffix: string): string
  /** The names of one order, numbered from 0. */
  order(index: number): OrderLayout
}

/** The names in SQL of what counts the ranges of one order. */
export interface OrderLayout {
  readonly index: number
  /** Its ranges by level and first key. */
  readonly ranges: string
  /**
   * The type of a key: `edge` is 0 before all rows, 1 at a row and 2 after all rows; then the
   * columns. Compared as a row, in which a null is greater than every value, as in an index.
   */
  readonly key: string
  readonly fields: readonly OrderField[]
  /** The columns of the table in this order. */
  readonly sorted: string
  /** The same backward. */
  readonly reversed: string
  /** The columns of the table for a key: `1, t."created", t."id"`. */
  readonly selected: string
  /** The key of a row of deltas named `d`. */
  readonly keyOfDelta: string
  readonly first: string
  readonly end: string
  /** The quoted name of a function of this order. */
  own(suffix: string): string
}

/** A column of an order. */
export interface OrderField {
  /** In the table, named `t`. */
  readonly column: string
  /** In a row of deltas, named `d`. */
  readonly inDelta: string
  /** In the type of the key. */
  readonly part: string
  readonly nullable: boolean
}

/** Names everything that counts a table. */
export function layoutOf(definition: CountedDefinition): CountedLayout {
  const shape = shapeOf(definition)
  const prefix = prefixOf(shape)
  const own = (suffix: string) => qualified(shape.schema, `${prefix}_${suffix}`)
  return {
    ...shape,
    table: qualified(shape.schema, shape.table),
    state: own('state'),
    delta: own('delta'),
    own,
    order: (index) => orderLayout(shape, index, own),
  }
}

function shapeOf({ schema, table, orders, groups, sizes }: CountedDefinition): CountedShape {
  const all = [...orders.flat(), ...groups]
  const columns = [...new Map(all.map((column) => [column.name, column])).values()]
  const numberOf = ({ name }: CountedColumn) => columns.findIndex((column) => column.name === name)
  return {
    schema: schema ?? 'public',
    table,
    columns,
    orders: orders.map((order) => order.map(numberOf)),
    groups: groups.map(numberOf),
    sizes,
  }
}

function orderLayout(
  { columns, orders }: CountedShape,
  index: number,
  own: CountedLayout['own'],
): OrderLayout {
  const fields = (orders[index] ?? []).map((number, place): OrderField => {
    const { name, isNullable } = columns[number] as CountedColumn
    const column = `t.${quotedName(name)}`
    return { column, inDelta: `d.c${number}`, part: `k${place}`, nullable: isNullable }
  })
  const key = own(`key${index}`)
  const nulls = fields.map(() => ', null').join('')
  return {
    index,
    ranges: own(`ranges${index}`),
    key,
    fields,
    sorted: fields.map(({ column }) => column).join(', '),
    reversed: fields.map(({ column }) => `${column} desc`).join(', '),
    selected: ['1', ...fields.map(({ column }) => column)].join(', '),
    keyOfDelta: `row(1, ${fields.map(({ inDelta }) => inDelta).join(', ')})::${key}`,
    first: `row(0${nulls})::${key}`,
    end: `row(2${nulls})::${key}`,
    own: (suffix) => own(`${suffix}${index}`),
  }
}

/**
 * The start of all names. It differs for each definition, so that nothing that reads by an earlier
 * one finds other counts under the same name.
 */
function prefixOf({ table, ...shape }: CountedShape): string {
  const hash = createHash('sha256')
    .update(JSON.stringify({ table, ...shape }))
    .digest('hex')
  let start = ''
  for (const character of table) {
    if (Buffer.byteLength(start + character) > maxBytes) break
    start += character
  }
  return `turnpike_${start}_${hash.slice(0, 8)}`
}

/** PostgreSQL cuts names after 63 bytes, of which the rest of the longest takes 31. */
const maxBytes = 32

const qualified = (schema: string, name: string) => `${quotedName(schema)}.${quotedName(name)}`

/** How every function is declared that runs with the rights of the owner of the counts. */
export const asOwner = 'security definer set search_path = pg_catalog, pg_temp'

/**
 * Row comparisons are estimated badly, so that the planner would sort the table or start parallel
 * workers for a hundred rows.
 */
export const byIndexOnly = [
  'plan_cache_mode = force_generic_plan',
  'enable_seqscan = off',
  'enable_bitmapscan = off',
  'enable_sort = off',
  'enable_incremental_sort = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
  'max_parallel_workers_per_gather = 0',
  'jit = off',
]
  .map((setting) => `set ${setting}`)
  .join(' ')
