import { ExpressionWrapper } from 'kysely'
import { ApiException, ConfigurationError } from 'turnpike'
import type { AnyRow } from '../../kysely/database.ts'
import { refuseFields } from '../../kysely/violations/refusals.ts'
import { type Encoder, encoded } from '../codecs.ts'
import { type DrizzleColumn, type DrizzleTable, isArray } from '../entities.ts'
import type { Sql, SqlDialect } from '../queries/select-query.ts'
import { isSql, writtenByDrizzle } from '../queries/sql-parts.ts'

/** The part of a column that is used for writing. */
interface WrittenColumn extends DrizzleColumn, Encoder {
  /** `string`, `number`, `json`; since Drizzle 1.0 also `string uuid`. */
  readonly dataType: string
  readonly default: unknown
  readonly defaultFn?: () => unknown
  readonly onUpdateFn?: () => unknown
  readonly generated?: { readonly type?: string }
  readonly generatedIdentity?: { readonly type?: string }
}

/** How values are written to a table. */
export interface Writing {
  readonly table: DrizzleTable
  readonly dialect: SqlDialect
  readonly isSqlite: boolean
}

/**
 * The values as Drizzle writes them, by field: encoded by their columns, with its own defaults.
 *
 * @throws ValidationError for values that a column cannot encode.
 * @throws ConfigurationError for fields that the table does not have.
 */
export function writtenValues(writing: Writing, values: AnyRow, isNew: boolean): AnyRow {
  const { table } = writing
  const columns = columnsOf(table)
  requireFields(table, values)
  const unfit: string[] = []
  let cause: unknown
  const written: AnyRow = {}
  for (const [field, column] of columns) {
    if (isGenerated(column)) continue
    const given: unknown = values[field]
    const value = given === undefined ? ownValue(column, writing, isNew) : given
    if (value === undefined) continue
    try {
      if (isUnfit(column, value)) unfit.push(field)
      else written[field] = sent(column, value, writing)
    } catch (error) {
      if (error instanceof ApiException || given === undefined) throw error
      unfit.push(field)
      cause = error
    }
  }
  if (unfit.length > 0) throw refuseFields('unfit', unfit, { cause })
  return written
}

/** The values of an item as they are stored, without those that cannot be known. */
export function sentValues(writing: Writing, item: AnyRow): AnyRow {
  const row: AnyRow = {}
  for (const [field, column] of columnsOf(writing.table)) {
    const value: unknown = item[field]
    if (value === undefined || isSqlValue(value)) continue
    try {
      const sent = value === null ? null : encoded(column, value, writing.dialect.codecs)
      if (!isSqlValue(sent)) row[field] = sent
    } catch {
      // It is not a value of this column.
    }
  }
  return row
}

const columnsOf = ({ columns }: DrizzleTable) =>
  Object.entries(columns) as [string, WrittenColumn][]

function requireFields({ columns, originalName }: DrizzleTable, values: AnyRow): void {
  const unknown = Object.keys(values).find(
    (field) => values[field] !== undefined && !Object.hasOwn(columns, field),
  )
  if (unknown === undefined) return
  throw new ConfigurationError(
    `A view writes "${unknown}", which the schema of the table ${originalName} does not have. Its ` +
      `fields are ${Object.keys(columns).join(', ')}.`,
  )
}

/** The value that the schema has for a field that is not given. SQLite has no `default` for it. */
function ownValue(column: WrittenColumn, { isSqlite }: Writing, isNew: boolean): unknown {
  if (!isNew) return column.onUpdateFn?.()
  const hasDefault = column.default !== undefined && column.default !== null
  if (isSqlite && hasDefault) return column.default
  if (column.defaultFn !== undefined) return column.defaultFn()
  return hasDefault ? undefined : column.onUpdateFn?.()
}

const isGenerated = ({ generated, generatedIdentity }: WrittenColumn): boolean =>
  (generated !== undefined && generated.type !== 'byDefault') ||
  generatedIdentity?.type === 'always'

const plainTypes = new Set(['string', 'number', 'boolean', 'bigint'])

/** Lists and objects would be stored as some text. */
const isUnfit = (column: WrittenColumn, value: unknown): boolean =>
  plainTypes.has(column.dataType.split(' ', 1)[0] as string) &&
  !isArray(column) &&
  typeof value === 'object' &&
  value !== null &&
  !isSqlValue(value)

function sent(column: WrittenColumn, value: unknown, { dialect }: Writing): unknown {
  if (value === null) return null
  const written = isSqlValue(value) ? value : encoded(column, value, dialect.codecs)
  return isSqlValue(written)
    ? new ExpressionWrapper(writtenByDrizzle(sqlOf(written), dialect))
    : written
}

type SqlValue = Sql | { getSQL(): Sql }

const isSqlValue = (value: unknown): value is SqlValue =>
  isSql(value) ||
  (typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'getSQL') === 'function')

const sqlOf = (value: SqlValue): Sql => (isSql(value) ? value : value.getSQL())
