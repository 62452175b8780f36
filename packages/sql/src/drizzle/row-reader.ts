import { isCustom } from './condition-values.ts'
import { type Decoder, nameOfTable } from './entities.ts'
import { hasOtherForm, postgresReader } from './postgres/values.ts'
import type { SelectedField } from './queries/fields.ts'
import type { ReadQuery } from './queries/read-query.ts'

type Row = Record<string, unknown>

/** Converts a row of the database to the object that Drizzle would return. */
export type ReadRow = (row: Row) => unknown

/** Reads rows with the decoders of Drizzle. */
export function rowReader({ fields, isJoined }: ReadQuery, isSqlite: boolean): ReadRow {
  const values = fields.map((field) => ({ ...field, read: readerOf(field, isSqlite) }))
  if (fields.every(({ path: [name], column }) => name === column)) {
    const changed = values.filter(({ read }) => read !== null)
    return (row) => {
      for (const { column, read } of changed) {
        const value = row[column]
        if (value !== null) row[column] = read?.(value)
      }
      return row
    }
  }

  const nullable = isJoined === undefined ? [] : nullableObjects(fields, isJoined)
  return (row) => {
    const item: Row = {}
    for (const { path, column, read } of values) {
      const value = row[column]
      const target = path.slice(0, -1).reduce<Row>((object, name) => {
        object[name] ??= {}
        return object[name] as Row
      }, item)
      target[path.at(-1) as string] = value === null || read === null ? value : read(value)
    }
    for (const name of nullable) {
      if (Object.values(item[name] as Row).every((value) => value === null)) item[name] = null
    }
    return item
  }
}

/**
 * Whether an item depends on nothing but its row: columns have Drizzle's own decoders, unless the
 * application has made their type.
 */
export const isPure = (fields: readonly SelectedField[]): boolean =>
  fields.every(({ source }) => source !== null && !isCustom(source))

/** Null if the value of the database is that of the field. */
function readerOf({ source, decoder }: SelectedField, isSqlite: boolean) {
  const isRead = source === null || !isIdentity(decoder)
  if (!isSqlite) return isRead || hasOtherForm(source) ? postgresReader(source, decoder) : null
  return isRead ? (value: unknown) => decoder.mapFromDriverValue(value) : null
}

/**
 * The decoder of Drizzle's class `Column` itself, which integers and texts have. Since
 * Drizzle 1.0 it says so.
 */
function isIdentity(decoder: Decoder): boolean {
  if (Reflect.get(decoder.mapFromDriverValue, 'isNoop') === true) return true
  let type = Object.getPrototypeOf(decoder)
  while (type !== null && !Object.hasOwn(type, 'mapFromDriverValue'))
    type = Object.getPrototypeOf(type)
  return (
    !Object.hasOwn(decoder, 'mapFromDriverValue') &&
    type?.constructor[Symbol.for('drizzle:entityKind')] === 'Column'
  )
}

/**
 * The objects of a joined row that are null when all their columns are: those of one table, which
 * the join may leave out.
 */
function nullableObjects(
  fields: readonly SelectedField[],
  isJoined: Readonly<Record<string, boolean>>,
): readonly string[] {
  const objects = new Map<string, Set<string>>()
  for (const { path, source } of fields) {
    const [name] = path
    if (path.length !== 2 || name === undefined || source === null) continue
    objects.set(name, (objects.get(name) ?? new Set()).add(nameOfTable(source.table)))
  }
  return [...objects].flatMap(([name, [table, ...others]]) =>
    others.length === 0 && table !== undefined && !isJoined[table] ? [name] : [],
  )
}
