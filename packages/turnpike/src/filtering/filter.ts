import type { ErrorMessage } from '../errors/error-detail.ts'
import type { ApiRequest } from '../http/request.ts'
import type { Schema } from '../http/schema.ts'
import type { Condition } from '../items/conditions/condition.ts'
import type { ValueReader } from '../items/conditions/value-reader.ts'

/** A query parameter of a filter. */
export interface FilterParameter {
  /** Its name in the query: `created__gte`. */
  readonly name: string
  /** For people. */
  readonly description: string
  /** JSON Schema of its value. The items of an array are separated by commas. */
  readonly schema: Readonly<Record<string, unknown>>
  /** The field that it is compared with. Absent if there are several, or none. */
  readonly field?: string
  /** The same text for values that mean the same, empty for none. Default the value. */
  normalise?(value: string): string
}

/** The values of a query by parameter, without those that are empty. */
export type SentValues = ReadonlyMap<string, string>

/** A filter with its parameters, ready to read queries. */
export interface Filter {
  readonly parameters: readonly FilterParameter[]
  /** Whether the condition depends only on the values, so that lists with it may be cached. */
  readonly isPure: boolean
  /**
   * The condition of the items to list. Null means all of them.
   *
   * @throws ValidationError with the errors by parameter.
   */
  condition(sent: SentValues, request: ApiRequest): Condition | null | Promise<Condition | null>
}

/**
 * A filter of a field that is not yet known: `exactFilter()`.
 *
 * @typeParam Fits the values that the field may have.
 * @typeParam Choice the values that clients may send, if there are only some.
 * @typeParam Suffix what its parameters have after the name of the field; any text if unknown.
 */
export interface FieldFilter<Fits = unknown, Choice = never, Suffix extends string = string> {
  /** The filter for the field with this name. */
  of(field: string, about: FieldReaders): Filter
  /** For the compiler alone: it has no value. */
  readonly fits?: { readonly field: Fits; readonly choice: Choice; readonly suffix: Suffix }
}

/** The facts that a field filter can find out about the values of its field. */
export interface FieldReaders {
  /** Where the filter stands, for messages: `The filter owner of the view Notes`. */
  readonly place: string
  /** By the schemas of the view. Null if they say nothing of the field. */
  readonly field: ValueReader | null
  /** By a schema. Null if it does not describe values that can be compared. */
  of(schema: Schema): ValueReader | null
  readonly boolean: ValueReader
  readonly text: ValueReader
  readonly moment: ValueReader
  /** A day as its moments. */
  readonly day: ValueReader
  /** A year as its moments. */
  readonly year: ValueReader
  choice(choices: readonly (string | number)[]): ValueReader
  /** The error of a list with more items. */
  tooMany(most: number): ErrorMessage
}
