import type { ApiRequest } from '../http/request.ts'
import type { Condition } from '../items/condition.ts'

/** A query parameter of a filter. */
export interface FilterParameter {
  /** Its name in the query: `created__gte`. */
  readonly name: string
  /** For people. */
  readonly description: string
  /** JSON Schema of its value; that of a list is sent with commas between its items. */
  readonly schema: Readonly<Record<string, unknown>>
}

/** The values in a query by parameter, without those that are empty. */
export type SentValues = ReadonlyMap<string, string>

/** A filter with its parameters, ready to read queries. */
export interface Filter {
  readonly parameters: readonly FilterParameter[]
  /** Whether the condition depends only on the values, so that lists with it may be cached. */
  readonly isPure: boolean
  /**
   * The condition of the items to list. Null: all of them.
   *
   * @throws ValidationError with the errors by parameter.
   */
  condition(sent: SentValues, request: ApiRequest): Condition | null | Promise<Condition | null>
}
