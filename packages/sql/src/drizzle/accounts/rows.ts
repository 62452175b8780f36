import { ConfigurationError } from 'turnpike'
import type { AnyDatabase, AnyRow } from '../../kysely/database.ts'
import { columnsOf } from '../../kysely/tables/columns.ts'
import { tableName } from '../../kysely/tables/name.ts'
import { uniqueKeysOf } from '../../kysely/tables/unique-keys.ts'
import { tableOf } from '../entities.ts'
import type { DrizzleDatabase } from '../kysely-of.ts'
import type { DrizzleQuery } from '../queries/select-query.ts'
import { namedDatabase } from '../store/named-database.ts'
import { sentValues, writtenValues } from '../store/written-values.ts'
import type { Mapping } from './fields.ts'

/** The rows of a mapped table. Its queries use the fields of the schema. */
export interface AccountRows<Fields> {
  readonly db: AnyDatabase
  readonly table: string
  readonly fields: Fields
  readonly isSqlite: boolean
  /** A value as the statement is sent it. */
  sent(field: string, value: unknown): unknown
  /** Values to insert, with the defaults of the schema, or to update. */
  written(values: AnyRow, isNew: boolean): AnyRow
  /** A moment in the form of the field. */
  moment(field: string, at: Date): Date | string
  /** @throws ConfigurationError when two rows may have the same value. */
  requireUnique(field: string): Promise<void>
}

export function accountRows<Fields>(
  orm: DrizzleDatabase,
  { table, fields }: Mapping<Fields>,
): AccountRows<Fields> {
  const described = tableOf(table)
  const query = (orm as unknown as Selecting).select().from(table)
  const { db, dialect, isSqlite } = namedDatabase(orm, described, query)
  const writing = { table: described, dialect, isSqlite }
  const unique = new Set<string>()
  return {
    db,
    table: described.originalName,
    fields,
    isSqlite,
    sent: (field, value) => sentValues(writing, { [field]: value })[field],
    written: (values, isNew) => writtenValues(writing, values, isNew),
    moment: (field, at) => (isOfDates(described.columns[field]) ? at : at.toISOString()),

    async requireUnique(field) {
      if (unique.has(field)) return
      const columns = await columnsOf(db, described.originalName)
      const column = columns.find((column) => column.field === field)?.name
      const keys = await uniqueKeysOf(db, tableName(db, described.originalName))
      if (keys !== null && !keys.some((key) => key.length === 1 && key[0] === column)) {
        throw new ConfigurationError(
          `${field} may be the same in several rows of ${described.originalName}: drizzleAccounts() ` +
            'needs a unique constraint on it.',
        )
      }
      unique.add(field)
    },
  }
}

/** `object date` since Drizzle 1.0. */
const isOfDates = (column: object = {}): boolean =>
  ['date', 'object date'].includes(Reflect.get(column, 'dataType'))

interface Selecting {
  select(): { from(table: object): DrizzleQuery }
}
