import { quotedName } from '../../tables/name.ts'
import type { CountedColumn, CountedDefinition } from '../definition.ts'
import { listed, namesOf } from './names.ts'

/** All columns that the counters depend on. */
export function countedColumns({ key, orders, groups }: CountedDefinition): CountedColumn[] {
  const all = [...key, ...orders.flat(), ...groups]
  return [...new Map(all.map((column) => [column.name, column])).values()]
}

/** Whether two rows in a statement are the same. */
export const isSameKey = ({ key }: CountedDefinition, one: string, other: string): string =>
  `(${key.map(({ name }) => `${one}.${quotedName(name)} = ${other}.${quotedName(name)}`).join(' and ')})`

/** Whether an update changes a column, as its collation compares. */
export const anyChanged = (columns: readonly { readonly name: string }[]): string =>
  `(${columns.map(({ name }) => `old.${quotedName(name)} is not new.${quotedName(name)}`).join(' or ')})`

/** Whether the copy has `row` as it is in these columns, as SQL. */
export function isCopied(
  definition: CountedDefinition,
  row: string,
  columns: readonly { readonly name: string }[],
): string {
  const isEqual = columns.map(
    ({ name }) => `copied.${quotedName(name)} is ${row}.${quotedName(name)}`,
  )
  const conditions = [isSameKey(definition, 'copied', row), ...isEqual].join(' and ')
  return `exists (select 1 from ${namesOf(definition).copy} as copied where ${conditions})`
}

/** The table that counts the rows by a column. */
export function createGroup(definition: CountedDefinition, index: number): string {
  const { type, collation } = definition.groups[index] as CountedColumn
  return `create table ${namesOf(definition).group(index)} (
    value ${declared({ type, collation })} primary key, n integer not null) without rowid`
}

/** The table of the keys of the rows that a statement may replace. */
export const createReplaced = (definition: CountedDefinition): string =>
  `create table ${namesOf(definition).replaced} (${declaredIn(definition.key)})`

/** Columns as `create table` lists them. */
export const declaredIn = (columns: readonly CountedColumn[]): string =>
  listed(columns.map((column) => `${quotedName(column.name)} ${declared(column)}`))

/** The columns of the key, as SQL lists them. @param row the name of a row, with its dot. */
export const keyIn = ({ key }: CountedDefinition, row = ''): string =>
  listed(key.map(({ name }) => `${row}${quotedName(name)}`))

/** The type of a column with its collation, in `create table`. */
const declared = ({ type, collation }: Pick<CountedColumn, 'type' | 'collation'>): string =>
  `${type}${collation === null ? '' : ` collate ${collation}`}`
