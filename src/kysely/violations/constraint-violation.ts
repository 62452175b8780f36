import type { ApiException } from '../../errors/api-exception.ts'
import type { AnyDatabase, AnyRow } from '../database.ts'
import { type Column, columnsOf } from '../tables/columns.ts'
import { fieldNames } from '../tables/field-names.ts'
import { tableName } from '../tables/name.ts'
import { type BrokenReference, type Refused, violationOf } from './driver-error.ts'
import { columnsIn, indexExpression } from './expression-columns.ts'
import { missingReferences } from './missing-references.ts'
import { refuseConflict, refuseFields } from './refusals.ts'
import { unfitColumns } from './unfit-columns.ts'

/** What was written when the database refused it, by the names of fields. */
export interface RefusedWrite {
  readonly table: string
  /** The values that were written. */
  readonly values: AnyRow
  /** The row before a change. Default none: the row was new. */
  readonly row?: AnyRow | undefined
}

/**
 * The exception for data that the database refuses, or null if the error is no violation of a
 * constraint: 400 with the fields whose values are taken, missing, lead nowhere or do not fit, 409
 * for what other rows, a check or a trigger forbid. Fields have the names that rows of `db` have.
 *
 * `kyselyStore` does this by itself. Around queries of your own:
 *
 * ```ts
 * await query.execute().catch(async (error) => {
 *   throw (await constraintViolation(db, error, { table: 'note', values })) ?? error
 * })
 * ```
 *
 * @param write lets fields be found that the driver does not name: references on SQLite, values
 *   that do not fit on PostgreSQL, expressions of an index.
 */
export async function constraintViolation(
  db: AnyDatabase,
  error: unknown,
  write?: RefusedWrite,
): Promise<ApiException | null> {
  const violation = violationOf(error)
  if (violation === null) return null
  const options = { cause: error }
  if (violation === 'conflict') return refuseConflict(options)

  const attempt = write ? await attemptOf(db, write).catch(() => null) : null
  if (isElsewhere(violation, attempt)) return refuseConflict(options)
  const columns =
    violation.reason === 'reference'
      ? await brokenColumns(violation, attempt)
      : await refusedColumns(violation, attempt)
  if (violation.reason === 'reference' && columns.length === 0) return refuseConflict(options)

  return refuseFields(violation.reason, await fieldNames(db, columns), options)
}

type Attempt = Awaited<ReturnType<typeof attemptOf>>

/** The write by the names of columns. */
async function attemptOf(db: AnyDatabase, { table, values, row }: RefusedWrite) {
  const columns = await columnsOf(db, table)
  const byColumn = (fields: AnyRow): AnyRow =>
    Object.fromEntries(
      columns
        .filter(({ field }) => fields[field] !== undefined)
        .map(({ name, field }) => [name, fields[field]]),
    )
  return {
    db: db.withoutPlugins(),
    table: tableName(db, table),
    columns,
    written: byColumn(values),
    row: byColumn({ ...row, ...values }),
  }
}

/** Whether the columns are those of another table, into which a trigger or a reference writes. */
const isElsewhere = ({ columns }: Refused | BrokenReference, attempt: Attempt | null): boolean => {
  const names = attempt?.columns.map(nameOf) ?? []
  return names.length > 0 && !columns.every((column) => names.includes(column))
}

/** The columns of a reference that leads nowhere; none when it is a row that other rows need. */
async function brokenColumns(
  { columns, table, isMissing }: BrokenReference,
  attempt: Attempt | null,
): Promise<readonly string[]> {
  if (isMissing === false) return []
  const written = new Set(Object.keys(attempt?.written ?? {}))
  const missing = await found(
    () => attempt && missingReferences(attempt.db, attempt.table, attempt.row, written),
  )
  if (missing.length > 0) return missing

  const isOwn = table === attempt?.table.name && columns.every((column) => written.has(column))
  return isMissing || isOwn ? columns : []
}

async function refusedColumns(
  { reason, columns, expression, index }: Refused,
  attempt: Attempt | null,
): Promise<readonly string[]> {
  if (columns.length > 0 || attempt === null) return columns
  const { db, table, written, columns: all } = attempt
  return found(async () => {
    if (reason === 'unfit') return unfitColumns(db, table, written, all)
    const text = index === undefined ? expression : await indexExpression(db, index)
    return columnsIn(text ?? '', all.map(nameOf))
  })
}

const nameOf = ({ name }: Column) => name

/** A look is not possible in a transaction of PostgreSQL that has failed. */
const found = async (look: () => Promise<readonly string[]> | null): Promise<readonly string[]> => {
  try {
    return (await look()) ?? []
  } catch {
    return []
  }
}
