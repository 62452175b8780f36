import type * as core from 'zod/v4/core'
import type { Mismatch } from './mismatch.ts'

/** Makes of a value what its schema says; `misfit` when it does not fit, which is then noted. */
export type Converter = (value: unknown, mismatch: Mismatch) => unknown

/** What converters make, and of what. */
export interface Mode {
  /**
   * True: a value has the type of its schema. False: it may have the form that a database gives it,
   * such as 1 for true.
   */
  readonly isExact: boolean
  /**
   * True: the result is for JSON. False: it is for a function of the schema, such as a transform.
   */
  readonly isWritten: boolean
}

/** Makes the converters of the schemas inside a schema. */
export interface Compiler {
  /** Named in errors: `The view Notes`. */
  readonly owner: string
  readonly mode: Mode
  /** @param change default none: the mode of this compiler. */
  converter(schema: core.$ZodType, change?: Partial<Mode>): Converter
  /** Notes that a result may depend on more than the value: on a function of the application. */
  markImpure(): void
}

/** Makes the converter of a schema of one kind. */
export type Kind<Schema extends core.$ZodType> = (schema: Schema, compiler: Compiler) => Converter
