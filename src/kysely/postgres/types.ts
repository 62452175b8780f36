import { exactInteger, parseJson } from '../items/exact-integers.ts'

/** The type parsers of `pg`: `import { types } from 'pg'`. */
export interface PostgresTypeParsers {
  // biome-ignore lint/suspicious/noExplicitAny: the parsers of pg give any value.
  getTypeParser(oid: any, format?: any): any
}

/**
 * Type parsers for your own pool that read values as the service does: a `bigint` as a number, or
 * as a string if a number cannot hold it, also in JSON; and a `date` as a string. Other types are
 * read as by `pg`.
 *
 * ```ts
 * import { Pool, types } from 'pg'
 *
 * const pool = new Pool({ connectionString, types: postgresTypes(types) })
 * ```
 */
export const postgresTypes = <Parsers extends PostgresTypeParsers>(
  parsers: Parsers,
): Pick<Parsers, 'getTypeParser'> => ({
  getTypeParser: (oid: unknown, format?: unknown) =>
    (format === 'binary' ? undefined : readers.get(oid)) ?? parsers.getTypeParser(oid, format),
})

/** `select oid, typname from pg_type`: these numbers never change. */
const readers: ReadonlyMap<unknown, (text: string) => unknown> = new Map([
  [20, exactInteger],
  [114, parseJson],
  [3802, parseJson],
  // A day has no time zone: as a Date it would be the previous day west of Greenwich.
  [1082, (text: string) => text],
])
