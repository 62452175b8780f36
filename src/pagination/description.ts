import type { ApiException } from '../errors/api-exception.ts'

/** What documentation tells of a pagination style. */
export interface PaginationDescription {
  /** What a client may say in the query. */
  readonly parameters: readonly QueryParameter[]
  /** The JSON Schema of a page's body, of that of its results, which is an array. */
  page(results: JsonSchemaValue): JsonSchemaValue
  /** True: without these parameters the whole list is answered. Default false. */
  readonly isOptional?: boolean
  /** Errors that it may raise. Default none. */
  readonly raises?: readonly ApiException[]
}

export interface QueryParameter {
  readonly name: string
  /** For people. */
  readonly description: string
  /** JSON Schema of its value. */
  readonly schema: JsonSchemaValue
}

/** A JSON Schema of the dialect 2020-12 as a plain value. */
export type JsonSchemaValue = Readonly<Record<string, unknown>>
