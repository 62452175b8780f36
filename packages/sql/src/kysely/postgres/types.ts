import { withMicroseconds } from 'turnpike/kit'
import { exactInteger, parseJson } from '../exact-integers.ts'

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
    return moments.has(oid) ? momentReader(parse) : (readers.get(oid) ?? parse)
  },
})

/** `timestamp` and `timestamptz`. */
const moments: ReadonlySet<unknown> = new Set([1114, 1184])

const momentReader = (parse: (text: string) => unknown) => (text: string) => {
  const moment = parse(text)
  const digits = /\.\d{3}(\d{1,3})/.exec(text)?.[1]
  return digits !== undefined && moment instanceof Date
    ? withMicroseconds(moment, digits.padEnd(3, '0'))
    : moment
}

/** `select oid, typname from pg_type`: these numbers never change. */
const readers: ReadonlyMap<unknown, (text: string) => unknown> = new Map([
  [20, exactInteger],
  [114, parseJson],
  [3802, parseJson],
  // A day has no time zone: as a Date it would be the previous day west of Greenwich.
  [1082, (text: string) => text],
])
