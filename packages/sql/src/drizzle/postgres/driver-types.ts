import type { CompiledQuery } from 'kysely'
import { memoizeByIdentity } from 'turnpike/kit'
import { DriverStatement } from '../../kysely/postgres/driver-statement.ts'
import type { SelectedField } from '../queries/fields.ts'

/** The used part of the session of node-postgres. */
interface Session {
  prepareQuery?(...given: readonly unknown[]): {
    readonly queryConfig?: { readonly types?: object }
  }
}

/** The types with which Drizzle reads the rows of `pg`; null if it is another driver. */
export const driverTypesOf = memoizeByIdentity((session: object): object | null => {
  const prepared = (session as Session).prepareQuery?.({ sql: '', params: [] }, [], undefined, true)
  return prepared?.queryConfig?.types ?? null
})

/** The same statement, whose values are read with these types. */
export const withTypes = <Row>(query: CompiledQuery<Row>, types: object): CompiledQuery<Row> => ({
  ...query,
  parameters: new DriverStatement({ text: query.sql, values: query.parameters, types } as never),
})

/**
 * Whether a field needs the values of Drizzle's driver: an expression may have any type, and the
 * texts of some types cannot be made from what `pg` reads.
 */
export const needsDriverTypes = ({ source }: SelectedField): boolean =>
  source === null || exactTypes.has(source.columnType)

const exactTypes: ReadonlySet<string> = new Set([
  'PgTimestampString',
  'PgInterval',
  'PgArray',
  'PgCustomColumn',
])
