import { bytesToHex } from '@noble/hashes/utils.js'
import { ConfigurationError } from 'turnpike'
import type { AnyRow } from '../../kysely/database.ts'
import type { Model, ModelColumn } from '../models/model.ts'

/** How the values of a key column are written for Prisma, and compared. */
interface KeyForm {
  /** The value from the database, in the form of Prisma's `where`. */
  read(value: unknown): unknown
  /** The same text for the value from the database and from Prisma. */
  name(value: unknown): string
}

/** A column of a key. */
export interface KeyColumn extends ModelColumn, KeyForm {}

/**
 * The columns of a key.
 *
 * @throws ConfigurationError when the model does not have them, or Prisma cannot find all their
 *   values.
 */
export const keyColumns = (model: Model, key: readonly string[], factory: string): KeyColumn[] =>
  key.map((field) => {
    const column = model.column(field, `The key of ${factory}`)
    const form = column.isEnum ? undefined : forms[column.type]
    if (form !== undefined) return { ...column, ...form }
    const type = column.isEnum ? 'an enum' : column.type
    throw new ConfigurationError(
      `The key of ${factory} names "${field}", which is ${type}: Prisma does not find all of its ` +
        `values again. Name a unique field of the types ${Object.keys(forms).join(', ')}.`,
    )
  })

/** The text by which the key of a row or an item is compared. */
export const keyName = (keys: readonly KeyColumn[], valueAt: (key: KeyColumn) => unknown): string =>
  JSON.stringify(keys.map((key) => key.name(valueAt(key))))

/** Prisma's `where` for rows with these keys. */
export function whereKeys(keys: readonly KeyColumn[], rows: readonly AnyRow[]): object {
  const [key, ...others] = keys as [KeyColumn]
  if (others.length === 0) {
    return { [key.field]: { in: rows.map((row) => key.read(row[key.column])) } }
  }
  const one = (row: AnyRow) => keys.map(({ field, column, read }) => [field, read(row[column])])
  return { OR: rows.map((row) => Object.fromEntries(one(row))) }
}

const whole: KeyForm = { read: (value) => exact(value, Number), name: (value) => String(value) }

const forms: Readonly<Record<string, KeyForm>> = {
  Int: whole,
  BigInt: { ...whole, read: (value) => exact(value, BigInt) },
  String: { read: String, name: String },
  Boolean: { read: isTrue, name: (value) => String(isTrue(value)) },
  Bytes: { read: bytesOf, name: (value) => bytesToHex(bytesOf(value)) },
  Decimal: { read: String, name: (value) => decimal(value) },
}

function exact<Value>(value: unknown, read: (text: string) => Value): Value {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return read(String(value))
  throw new ConfigurationError(
    `The connections of this database read the key ${value} inexactly: give the pool the parsers ` +
      'of postgresTypes().',
  )
}

/** SQLite has no booleans. */
function isTrue(value: unknown): boolean {
  return value === true || Number(value) === 1
}

function bytesOf(value: unknown): Uint8Array<ArrayBuffer> {
  return new Uint8Array(value as Uint8Array)
}

/** Without the zeros that say how many digits a column has. */
function decimal(value: unknown): string {
  const text = isDecimal(value) ? value.toFixed() : String(value)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

const isDecimal = (value: unknown): value is { toFixed(): string } =>
  typeof value === 'object' && value !== null && 'toFixed' in value
