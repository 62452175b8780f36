import { knownOptions } from '../errors/known-options.ts'
import type { ApiRequest } from '../http/request.ts'
import type { Schema } from '../http/schema.ts'
import type { Condition } from '../items/conditions/condition.ts'
import { functionRule } from '../rules/object.ts'
import { trueOrFalse } from '../rules/text.ts'
import { rules } from './field-options.ts'

/** A filter of an application: parameters of its own, and the condition that they make. */
export interface CustomFilter<Values = unknown, Request = ApiRequest> {
  /**
   * The parameters with their schemas: `z.object({ near: charField() })`. None of them is required:
   * absent and empty ones are left out of the values.
   */
  readonly parameters: Schema<Values>
  /**
   * The condition of the items to list, for every request of a list. Null means all of them.
   *
   * @throws ValidationError with the errors by parameter, for values that mean nothing.
   */
  condition(values: Partial<Values>, request: Request): MaybePromise<Condition | null>
  /**
   * True: the condition depends on nothing but the values, so answers may be cached. Default false.
   */
  readonly isPure?: boolean
}

type MaybePromise<Value> = Value | Promise<Value>

/**
 * The filter itself, checked: the compiler derives the types of its values.
 *
 * @throws ConfigurationError for a member that is missing, unknown or of another type.
 */
export function customFilter<Values, Request = ApiRequest>(
  filter: CustomFilter<Values, Request>,
): CustomFilter<Values, Request> {
  customFilterOptions.require(filter)
  return filter
}

export const customFilterOptions = knownOptions<CustomFilter>('customFilter()', {
  parameters: { required: rules.schema },
  condition: { required: functionRule('a function that returns a condition or null') },
  isPure: trueOrFalse,
})
