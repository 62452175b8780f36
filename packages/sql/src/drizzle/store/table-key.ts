import { ConfigurationError } from 'turnpike'
import { type DrizzleTable, isEntity } from '../entities.ts'

const extraConfig = Symbol.for('drizzle:ExtraConfigBuilder')
const extraColumns = Symbol.for('drizzle:ExtraConfigColumns')

/**
 * The fields of a table's primary key, from its columns or from `primaryKey()` beside them.
 *
 * @throws ConfigurationError when the schema has none.
 */
export function keyOfTable(table: object, { columns, originalName }: DrizzleTable): string[] {
  const fields = Object.entries(columns)
  const own = fields.filter(([, column]) => Reflect.get(column, 'primary') === true)
  if (own.length > 0) return own.map(([field]) => field)

  const names =
    constraintsOf(table)
      .find(isPrimaryKey)
      ?.columns.map(({ name }) => name) ?? []
  const beside = names.map((name) => fields.find(([, column]) => column.name === name)?.[0])
  if (beside.length > 0 && !beside.includes(undefined)) return beside as string[]
  throw new ConfigurationError(
    `The schema of the table ${originalName} has no primary key: set the key of drizzleStore() to ` +
      `the fields that are unique together, of ${fields.map(([field]) => field).join(', ')}.`,
  )
}

interface PrimaryKey {
  readonly columns: readonly { readonly name: string }[]
}

const isPrimaryKey = (constraint: unknown): constraint is PrimaryKey =>
  ['PgPrimaryKeyBuilder', 'SQLitePrimaryKeyBuilder'].some((kind) => isEntity(constraint, kind))

/** A list, or in older schemas an object. */
function constraintsOf(table: object): readonly unknown[] {
  const build: unknown = Reflect.get(table, extraConfig)
  if (typeof build !== 'function') return []
  const built: unknown = build(Reflect.get(table, extraColumns))
  return Array.isArray(built) ? built.flat() : Object.values(built ?? {})
}
