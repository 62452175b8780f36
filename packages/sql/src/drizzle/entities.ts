/*
 * Drizzle's objects are recognised as Drizzle does it, by names that its classes carry: an
 * application may have another copy of the library.
 */

const entityKind = Symbol.for('drizzle:entityKind')

/** Whether the value is of a class of Drizzle: `isEntity(value, 'Column')`, or of one below it. */
export function isEntity(value: unknown, kind: string): value is object {
  if (typeof value !== 'object' || value === null) return false
  let type: unknown = Object.getPrototypeOf(value)?.constructor
  while (typeof type === 'function') {
    if (Reflect.get(type, entityKind) === kind) return true
    type = Object.getPrototypeOf(type)
  }
  return false
}

/** A table of Drizzle's schema, or one under an alias. */
export interface DrizzleTable {
  /** The name after it in `from` may be an alias. */
  readonly name: string
  readonly originalName: string
  readonly schema: string | undefined
  readonly isAlias: boolean
  /** Its columns by their TypeScript names. */
  readonly columns: Readonly<Record<string, DrizzleColumn>>
}

/** The used part of a column. */
export interface DrizzleColumn extends Decoder {
  readonly name: string
  readonly table: object
  readonly columnType: string
  /** How deep an array is, since Drizzle 1.0; before, its `columnType` is `PgArray`. */
  readonly dimensions?: number
  getSQLType(): string
}

/** Converts a value of the driver to that of the field. */
export interface Decoder {
  mapFromDriverValue(value: unknown): unknown
}

const symbols = {
  name: Symbol.for('drizzle:Name'),
  originalName: Symbol.for('drizzle:OriginalName'),
  schema: Symbol.for('drizzle:Schema'),
  isAlias: Symbol.for('drizzle:IsAlias'),
  columns: Symbol.for('drizzle:Columns'),
}

export const isTable = (value: unknown): value is object => isEntity(value, 'Table')

export const isColumn = (value: unknown): value is DrizzleColumn => isEntity(value, 'Column')

export const isArray = ({ columnType, dimensions = 0 }: DrizzleColumn): boolean =>
  columnType === 'PgArray' || dimensions > 0

export const tableOf = (table: object): DrizzleTable => ({
  name: Reflect.get(table, symbols.name),
  originalName: Reflect.get(table, symbols.originalName),
  schema: Reflect.get(table, symbols.schema),
  isAlias: Reflect.get(table, symbols.isAlias) === true,
  columns: Reflect.get(table, symbols.columns),
})

/** The name by which a query refers to a table. */
export const nameOfTable = (table: object): string => Reflect.get(table, symbols.name)
