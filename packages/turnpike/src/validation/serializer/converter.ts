import type * as core from 'zod/v4/core'
import type { Mismatch } from './mismatch.ts'

/** Converts a value to what is sent. Returns `misfit` for one that does not fit, and notes why. */
export type Converter = (value: unknown, mismatch: Mismatch) => unknown

/** Which values a converter accepts, and how it converts them. */
export interface Mode {
  /**
   * True: only values that have the type of the schema. False: also forms that databases use, such
   * as 1 for true.
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
  /** Notes that what is sent depends on a function of the application, not only on the value. */
  markImpure(): void
}

/** Makes the converter of a schema of one kind. */
export type Kind<Schema extends core.$ZodType> = (schema: Schema, compiler: Compiler) => Converter
