import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { ValidationError } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'

/** A schema of valid data: a zod schema, or any other with the Standard Schema interface. */
export type Schema<Output = unknown> = StandardSchemaV1<unknown, Output>

/** The outcome of a validation that does not throw. */
export type Validated<Output> =
  | { readonly valid: true; readonly data: Output }
  | { readonly valid: false; readonly error: ValidationError }

/** Options of `request.validate`. */
export interface ValidateOptions {
  /** True: no field is required or filled with its default, as PATCH needs. Default false. */
  partial?: boolean
}

export const validateOptions = knownOptions<ValidateOptions>('validate()', { partial: 'optional' })
