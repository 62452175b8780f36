import type { Condition } from 'turnpike'
import { type AnyDatabase, type AnyRow, isSqlite } from '../../kysely/database.ts'
import type { PrismaModel } from '../models/delegate.ts'
import type { Model } from '../models/model.ts'
import type { KeyedList } from './keyed-list.ts'
import { type KeyColumn, keyName, whereKeys } from './keys.ts'
import { addMicroseconds, momentColumns } from './moments.ts'
import { outageOr } from './prisma-errors.ts'

/** The fields to read of each item, as in Prisma's `findMany`. */
export interface Selection {
  // biome-ignore-start lint/suspicious/noExplicitAny: the types of the model say what it takes.
  readonly select?: any
  readonly include?: any
  readonly omit?: any
  // biome-ignore-end lint/suspicious/noExplicitAny: the types of the model say what it takes.
}

/** An item and the row of its key. */
export interface FoundItem {
  readonly item: AnyRow
  readonly index: number
}

/**
 * Reads the items of these rows by their keys, with Prisma: those that still are in the list, in
 * the order of the rows.
 *
 * @param condition by columns. A row may have changed since its key was read, so the condition is
 *   asked again after its item is. Null if there is none.
 */
export type ReadItems = (
  rows: readonly AnyRow[],
  list: KeyedList,
  condition: Condition | null,
) => Promise<FoundItem[]>

export function itemReader(
  delegate: PrismaModel,
  model: Model,
  keys: readonly KeyColumn[],
  where: object | undefined,
  { args, hidden }: SelectionWithKeys,
): ReadItems {
  const moments = momentColumns(model)
  const nameOfRow = (row: AnyRow) => keyName(keys, ({ column }) => row[column])
  return async (rows, list, condition) => {
    const { db, parameters } = list
    const found = new Map<string, AnyRow>()
    const read = (args: object) => Promise.resolve(delegate.findMany(args)).catch(rethrow)
    for (const part of chunks(rows, maxKeys(db, parameters, keys.length))) {
      const inPart = whereKeys(keys, part)
      const items = await read({
        ...args,
        where: where === undefined ? inPart : { AND: [where, inPart] },
      })
      const still = condition && (await list.meeting(part, condition))
      const names = still && new Set(still.map(nameOfRow))
      for (const item of items) {
        const name = keyName(keys, ({ field }) => item[field])
        if (names?.has(name) === false) continue
        found.set(name, hidden.length === 0 ? item : without(item, hidden))
      }
    }
    return rows.flatMap((row, index) => {
      const item = found.get(nameOfRow(row))
      if (item === undefined) return []
      addMicroseconds(item, row, moments)
      return [{ item, index }]
    })
  }
}

/** A selection with the key, and the fields of the key that it lacked. */
export interface SelectionWithKeys {
  readonly args: object
  readonly hidden: readonly string[]
}

export function selectionWithKeys(
  model: Model,
  keys: readonly KeyColumn[],
  { select, include, omit }: Selection,
): SelectionWithKeys {
  const fields = keys.map(({ field }) => field)
  const all = (value: boolean) => Object.fromEntries(fields.map((field) => [field, value]))
  if (select) {
    const hidden = fields.filter((field) => select[field] !== true)
    return { args: { select: { ...select, ...all(true) } }, hidden }
  }
  const hidden = fields.filter((field) => omit?.[field] ?? model.omits(field))
  return { args: { ...(include && { include }), omit: { ...omit, ...all(false) } }, hidden }
}

const rethrow = (error: unknown): never => {
  throw outageOr(error)
}

/** A computed field is read, because the rest of the item is copied. */
const without = (item: AnyRow, fields: readonly string[]): AnyRow =>
  Object.fromEntries(Object.entries(item).filter(([field]) => !fields.includes(field)))

/** How many keys fit into a statement. Prisma writes 999 values on SQLite, 32766 on PostgreSQL. */
function maxKeys(db: AnyDatabase, parameters: number, fields: number): number {
  const values = isSqlite(db) ? 900 : 10_000
  return Math.max(1, Math.floor((values - parameters) / fields))
}

function* chunks<Part>(parts: readonly Part[], size: number): Iterable<readonly Part[]> {
  for (let start = 0; start < parts.length; start += size) yield parts.slice(start, start + size)
}
