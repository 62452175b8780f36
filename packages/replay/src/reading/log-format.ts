import type { LineReader } from './line-format.ts'
import type { HeaderField } from './recorded-request.ts'
import type { TextOf } from './target.ts'

/** The facts in a line about its request. Null if the line has no such field, or `-` in it. */
export interface LoggedRequest {
  /** `GET /notes/ HTTP/1.1` */
  readonly requestLine: string | null
  readonly method: string | null
  /** Path and query as they were sent. */
  readonly target: string | null
  readonly host: string | null
  readonly headers: readonly HeaderField[]
}

/** The format of an access log. */
export interface LogFormat {
  readonly read: LineReader
  readonly requestOf: (fields: ReadonlyMap<string, string>) => LoggedRequest
  readonly textOf: TextOf
}

/** The value of a field, or null when the line has none: servers write `-` then. */
export const loggedValue = (fields: ReadonlyMap<string, string>, name: string): string | null => {
  const value = fields.get(name)
  return value === undefined || value === '-' || value === '' ? null : value
}
