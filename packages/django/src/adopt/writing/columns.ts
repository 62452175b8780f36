import type { Column, ColumnType, DecimalType, Dialect, JsonType } from '../inspect/schema.ts'
import type { Field } from '../project/project.ts'
import { numberLiteral } from './source.ts'

/** The facts on which the code of columns depends. */
export interface ColumnContext {
  readonly dialect: Dialect
  /** Whether Django stores moments in UTC. */
  readonly usesTimeZones: boolean
}

/** An expression, and what it needs. */
export interface Expression {
  readonly text: string
  /** From `turnpike`. */
  readonly fields: readonly string[]
  /** Codecs of the application. */
  readonly values: readonly ValueName[]
}

/** Codecs between the values of clients and those in the database. */
export type ValueName = 'jsonText' | 'moment' | 'uuidDigits'

/** The type of a column for Kysely. */
export function tableType({ type, ...column }: Column, { dialect }: ColumnContext): string {
  const isCounted = type.kind === 'integer' && type.isBig && !column.isGenerated
  // Beyond 2^53 it is a text.
  const exact = 'number | string'
  const [selected, written] = isCounted ? [exact, exact] : typesOf(type, dialect)
  const orNull = column.isNullable ? ' | null' : ''
  const plain =
    selected === written
      ? `${selected}${selected === 'unknown' ? '' : orNull}`
      : `ColumnType<${selected}${orNull}, ${written}${orNull}, ${written}${orNull}>`
  const isPreset = (column.isGenerated || column.hasDefault) && !column.isNullable
  return isPreset ? `Generated<${plain}>` : plain
}

/** The types of the values that are read, and of those that are written. */
function typesOf(type: ColumnType, dialect: Dialect): readonly [string, string] {
  switch (type.kind) {
    case 'integer':
    case 'float':
      return ['number', 'number']
    case 'boolean':
      return dialect === 'mysql' ? ['number', 'boolean'] : ['boolean', 'boolean']
    case 'decimal':
      return dialect === 'sqlite' ? ['number', 'number | string'] : ['string', 'string']
    case 'datetime':
      return dialect === 'postgres' ? ['Date', 'string'] : ['string', 'string']
    case 'json':
      return isJsonText(type, dialect) ? ['string', 'string'] : ['unknown', 'unknown']
    case 'other':
      return ['unknown', 'unknown']
    default:
      return ['string', 'string']
  }
}

/** The driver of MySQL is asked for texts, as MariaDB gives them. */
const isJsonText = ({ isText }: JsonType, dialect: Dialect) => isText || dialect === 'mysql'

/**
 * The schema of the values that clients send. A field that may be left out has no `.default()`: a
 * PUT without it would write that, and Django leaves the column as it is.
 */
export function sentSchema(field: Field, context: ColumnContext): Expression {
  const { column, isBlankSeen } = field
  const { text, ...needs } = sentBase(field, context)
  if (column.isNullable) return { text: `${text}.nullable().optional()`, ...needs }
  const isOptional = column.hasDefault || (column.type.kind === 'text' && isBlankSeen)
  return { text: isOptional ? `${text}.optional()` : text, ...needs }
}

function sentBase(field: Field, context: ColumnContext): Expression {
  const { type } = field.column
  switch (type.kind) {
    case 'integer':
      // Whether the row is there says more than the limits of the column.
      if (field.references !== null) return called('integerField', [])
      return type.isBig && type.min === null
        ? called('bigIntegerField', [])
        : called('integerField', [
            ['minValue', type.min],
            ['maxValue', type.max],
          ])
    case 'text':
      return called('charField', [
        ['allowBlank', field.isBlankSeen ? true : null],
        ['maxLength', type.maxLength],
      ])
    case 'boolean':
      return called('booleanField', [])
    case 'float':
      return plain('z.number()')
    case 'address':
      return called('charField', [['maxLength', 39]])
    default:
      return sharedSchema(type, field, context)
  }
}

/** The schema of the values that are sent to clients. */
export function shownSchema(field: Field, context: ColumnContext): Expression {
  const { text, ...needs } = shownBase(field, context)
  return { text: field.column.isNullable ? `${text}.nullable()` : text, ...needs }
}

function shownBase(field: Field, context: ColumnContext): Expression {
  const { type } = field.column
  switch (type.kind) {
    case 'integer':
      return type.isBig && field.references === null && !field.column.isGenerated
        ? called('bigIntegerField', [])
        : plain('z.int()')
    case 'text':
    case 'address':
      return plain('z.string()')
    case 'boolean':
      return plain('z.boolean()')
    case 'float':
      return plain('z.number()')
    default:
      return sharedSchema(type, field, context)
  }
}

/** Schemas that serve both ways. */
function sharedSchema(
  type: Exclude<ColumnType, { kind: 'address' | 'boolean' | 'float' | 'integer' | 'text' }>,
  field: Field,
  { dialect }: ColumnContext,
): Expression {
  switch (type.kind) {
    case 'decimal': {
      const { digits, places } = decimalLimits(type, field)
      return called('decimalField', [
        ['maxDigits', digits],
        ['decimalPlaces', places],
      ])
    }
    case 'datetime':
      return dialect === 'postgres' ? called('dateTimeField', []) : value('moment')
    case 'date':
      return plain('z.iso.date()')
    case 'time':
      return plain('z.iso.time()')
    case 'uuid':
      return type.isText ? value('uuidDigits') : plain('z.guid()')
    case 'json':
      return isJsonText(type, dialect) ? value('jsonText') : plain('z.json()')
    case 'other':
      return plain('z.unknown()')
  }
}

/** SQLite has 15 digits. Its places are those that were seen. */
export const decimalLimits = (
  { digits, places }: DecimalType,
  { placesSeen }: Pick<Field, 'placesSeen'>,
): { digits: number; places: number } => ({
  digits: digits ?? 15,
  places: places ?? placesSeen ?? 2,
})

const plain = (text: string): Expression => ({ text, fields: [], values: [] })

const value = (name: ValueName): Expression => ({ text: name, fields: [], values: [name] })

type Option = readonly [string, boolean | number | null]

/** A field of Turnpike with its options; null if it is not given. */
function called(name: string, options: readonly Option[]): Expression {
  const given = options.flatMap(([option, value]) =>
    value === null
      ? []
      : [`${option}: ${typeof value === 'number' ? numberLiteral(value) : value}`],
  )
  const argument = given.length === 0 ? '' : `{ ${given.join(', ')} }`
  return { text: `${name}(${argument})`, fields: [name], values: [] }
}
