import type { CompiledQuery } from 'kysely'
import { memoizeByIdentity } from 'turnpike/kit'
import { DriverStatement } from '../../kysely/postgres/driver-statement.ts'
import { isArray } from '../entities.ts'
import type { SelectedField } from '../queries/fields.ts'

/** The used part of the session of node-postgres. */
interface Session {
  prepareQuery?(...given: readonly unknown[]): { execute(): Promise<unknown> }
}

/**
 * The types with which Drizzle reads the rows of `pg`; null if it is another driver. They are those
 * that it sends with a statement: this one gets to nobody else.
 */
export const driverTypesOf = memoizeByIdentity((session: object): object | null => {
  let types: object | null = null
  const client = {
    async query(statement: { readonly types?: object }) {
      types = statement.types ?? null
      return { rows: [] }
    },
  }
  const asked: Session = Object.create(session, {
    client: { value: client },
    logger: { value: { logQuery() {} } },
    cache: { value: undefined },
  })
  asked
    .prepareQuery?.({ sql: '', params: [] })
    ?.execute()
    .catch(() => {})
  return types
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
  source === null || isArray(source) || exactTypes.has(source.columnType)

const exactTypes: ReadonlySet<string> = new Set([
  'PgTimestampString',
  'PgInterval',
  'PgCustomColumn',
])
