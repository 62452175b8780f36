import type { StoredColumn } from '../../../kysely/statements/stored-rows.ts'

/** The numbers of Prisma's `ColumnTypeEnum`, as far as SQLite needs them. */
export const columnTypes = {
  Int32: 0,
  Int64: 1,
  Float: 2,
  Double: 3,
  Numeric: 4,
  Boolean: 5,
  Text: 7,
  Date: 8,
  Time: 9,
  DateTime: 10,
  Json: 11,
  Bytes: 13,
  UnknownNumber: 128,
} as const

/** The declared types that Prisma knows, by the name of the column type. */
const declared: Partial<Record<keyof typeof columnTypes, readonly string[]>> = {
  Numeric: ['decimal'],
  Float: ['float'],
  Double: ['double', 'double precision', 'numeric', 'real'],
  Int32: ['tinyint', 'smallint', 'mediumint', 'int', 'integer', 'serial', 'int2'],
  Int64: ['bigint', 'unsigned big int', 'int8'],
  DateTime: ['datetime', 'timestamp'],
  Time: ['time'],
  Date: ['date'],
  Text: [
    ...['text', 'clob', 'character', 'varchar', 'varying character', 'nchar'],
    ...['native character', 'nvarchar'],
  ],
  Bytes: ['blob'],
  Boolean: ['boolean'],
  Json: ['jsonb'],
}

const byDeclaredType = new Map(
  Object.entries(declared).flatMap(([name, types]) =>
    types.map((type) => [type, columnTypes[name as keyof typeof columnTypes]] as const),
  ),
)

/**
 * The column types by the declared types. Those of expressions, and of types that Prisma does not
 * know, are those of their first value.
 */
export const columnTypesOf = (
  columns: readonly StoredColumn[],
  rows: readonly (readonly unknown[])[],
): number[] =>
  columns.map(
    ({ type }, index) =>
      byDeclaredType.get(withoutLength(type ?? '')) ??
      typeOfValue(rows.find((row) => row[index] !== null)?.[index]),
  )

/** `NUMERIC(20, 6)` → `numeric`: its first value may be whole, and others not. */
const withoutLength = (type: string): string => type.toLowerCase().replace(/\s*\(.*\)$/, '')

function typeOfValue(value: unknown): number {
  if (typeof value === 'string') return columnTypes.Text
  if (typeof value === 'bigint') return columnTypes.Int64
  if (typeof value === 'number') return columnTypes.UnknownNumber
  return value === undefined ? columnTypes.Int32 : columnTypes.Bytes
}

/** A stored value in the form that Prisma expects of its column type. */
export function resultValue(value: unknown, type: number | undefined): unknown {
  if (typeof value !== 'number' && typeof value !== 'bigint') return value
  if (type === columnTypes.DateTime) return new Date(Number(value)).toISOString()
  if (typeof value === 'number') return isInteger(type) ? Math.trunc(value) : value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

/** SQLite stores fractions in columns of integers, too. */
const isInteger = (type: number | undefined) =>
  type === columnTypes.Int32 || type === columnTypes.Int64
