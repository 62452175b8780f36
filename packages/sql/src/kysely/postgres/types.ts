import { exactInteger, parseJson } from '../exact-integers.ts'
import { momentReader } from './moments.ts'

/** The type parsers of `pg`: `import { types } from 'pg'`. */
export interface PostgresTypeParsers {
  // biome-ignore lint/suspicious/noExplicitAny: the parsers of pg give any value.
  getTypeParser(oid: any, format?: any): any
}

/**
 * Type parsers for your own pool that read values as the service does: a `bigint` as a number, or
 * as a string if a number cannot hold it, also in JSON; and a `date` as a string. Other types are
 * read as by `pg`; of a moment, `answers` and `serializer` know the microseconds, too.
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
  getTypeParser(oid: unknown, format?: unknown) {
    const parse = parsers.getTypeParser(oid, format)
    if (format === 'binary') return parse
    const isMoment = oid === timestamp || oid === timestamptz
    return isMoment ? momentReader(parse, oid === timestamptz) : (readers.get(oid) ?? parse)
  },
})

const timestamp = 1114
const timestamptz = 1184

/** `select oid, typname from pg_type`: these numbers never change. */
const readers: ReadonlyMap<unknown, (text: string) => unknown> = new Map([
  [20, exactInteger],
  [114, parseJson],
  [3802, parseJson],
  // A day has no time zone: as a Date it would be the previous day west of Greenwich.
  [1082, (text: string) => text],
])
