import type { ApiException } from 'turnpike'
import type { AnyDatabase, AnyRow } from '../database.ts'
import { type Column, columnsOf } from '../tables/columns.ts'
import { fieldNames } from '../tables/field-names.ts'
import { tableName } from '../tables/name.ts'
import { type BrokenReference, type Refused, violationOf } from './driver-error.ts'
import { columnsIn, indexExpression } from './expression-columns.ts'
import { missingReferences } from './missing-references.ts'
import { refuseConflict, refuseFields } from './refusals.ts'
import { unfitColumns } from './unfit-columns.ts'

/** A write that the database rejected, by field names. */
export interface RefusedWrite {
  readonly table: string
  /** The written values. */
  readonly values: AnyRow
  /** The row before a change. Default none: the row is new. */
  readonly row?: AnyRow | undefined
}

/**
 * The exception for data that the database rejects, or null if the error is not a constraint
 * violation: 400 with the fields whose values are taken, missing, invalid references, unfit, or
 * written by the database alone; 409 for what other rows, a check or a trigger forbid. Fields are
 * named as in rows of `db`.
 *
 * `kyselyStore` does this by itself. For custom queries:
 *
 * ```ts
 * await query.execute().catch(async (error) => {
 *   throw (await constraintViolation(db, error, { table: 'note', values })) ?? error
 * })
 * ```
 *
 * @param write helps to find fields that the driver does not name: references on SQLite, unfit
 *   and generated values, expressions of an index.
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

/** The write, by column names. */
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

/** Whether the columns belong to another table, written by a trigger or a reference. */
const isElsewhere = ({ columns }: Refused | BrokenReference, attempt: Attempt | null): boolean => {
  const names = attempt?.columns.map(nameOf) ?? []
  return names.length > 0 && !columns.every((column) => names.includes(column))
}

/** The columns of an invalid reference; none when other rows refer to the row. */
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
    if (reason === 'generated') {
      return all.filter((column) => column.isGenerated && column.name in written).map(nameOf)
    }
    const text = index === undefined ? expression : await indexExpression(db, index)
    return columnsIn(text ?? '', all.map(nameOf))
  })
}

const nameOf = ({ name }: Column) => name

/** Empty if the lookup fails, as in a failed PostgreSQL transaction. */
const found = async (look: () => Promise<readonly string[]> | null): Promise<readonly string[]> => {
  try {
    return (await look()) ?? []
  } catch {
    return []
  }
}
