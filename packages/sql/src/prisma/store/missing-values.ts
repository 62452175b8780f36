import { sql } from 'kysely'
import { type AnyDatabase, type AnyRow, isSqlite } from '../../kysely/database.ts'
import { quoted, tableName } from '../../kysely/tables/name.ts'
import { refuseFields } from '../../kysely/violations/refusals.ts'
import type { Model } from '../models/model.ts'

/**
 * The ValidationError for a required column without a value, where Prisma reports that a relation
 * is missing; null for any other error.
 *
 * @param isNew whether columns that are not among the values get none.
 */
export async function missingValue(
  { db, table }: { readonly db: AnyDatabase; readonly table: string },
  model: Model,
  { values, isNew }: { readonly values: AnyRow; readonly isNew: boolean },
  error: unknown,
): Promise<Error | null> {
  if (!isMissingArgument(error)) return null
  const required = await requiredColumns(db.withoutPlugins(), table)
  const missing = model.columns.find(
    ({ field, column }) =>
      required.has(column) &&
      (isNew || field in values) &&
      (values[field] === null || values[field] === undefined),
  )
  return missing === undefined ? null : refuseFields('null', [missing.field], { cause: error })
}

const isMissingArgument = (error: unknown): error is Error =>
  error instanceof Error &&
  error.name === 'PrismaClientValidationError' &&
  /\nArgument `\w+` is missing\.$/.test(error.message)

/** Those that are neither null nor have a default. */
async function requiredColumns(db: AnyDatabase, table: string): Promise<ReadonlySet<string>> {
  const name = tableName(db, table)
  const query = isSqlite(db)
    ? sql<{ name: string }>`select name from pragma_table_info(${name.name})
        where "notnull" = 1 and dflt_value is null and pk = 0`
    : sql<{ name: string }>`select attname as name from pg_attribute
        where attrelid = to_regclass(${quoted(name)}) and attnum > 0 and not attisdropped
        and attnotnull and not atthasdef and attidentity = ''`
  const { rows } = await query.execute(db)
  return new Set(rows.map(({ name }) => name))
}
