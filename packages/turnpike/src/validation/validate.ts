import type * as core from 'zod/v4/core'
import type { Schema, Validated } from '../http/schema.ts'
import { type Checked, type Fault, type FaultOptions, validationError } from './faults.ts'
import { readForm } from './form.ts'
import { messages } from './messages.ts'
import { partialSchema } from './partial.ts'
import { shapeOfData, shapeOfSchema } from './shape.ts'
import { checkStandard } from './standard-schema.ts'
import { textFaults } from './texts.ts'
import { isDeeper } from './values.ts'
import { checkZod } from './zod/zod-schema.ts'

export interface ValidationOptions extends FaultOptions {
  /** True: the data are form fields, from a parser with `isForm`. */
  isForm: boolean
  /** True: no field is required, and absent fields are not filled with their defaults. */
  partial: boolean
}

/**
 * The schema's output, or an error that reports everything invalid in the data. No data makes it
 * throw; exceptions thrown by the schema author's own checks pass through.
 *
 * @throws ConfigurationError when `partial` is true and the schema has no partial form (see
 *   `partialSchema`).
 */
export async function validate<Output>(
  schema: Schema<Output>,
  data: unknown,
  options: ValidationOptions,
): Promise<Validated<Output>> {
  const { isForm, partial } = options
  const asked: Schema = partial ? partialSchema(schema) : schema
  const sent = isForm && isZod(schema) ? readForm(schema, data, partial) : data

  const checked = isDeeper(sent, maxDepth) ? tooDeep : await check(asked, sent)
  const refused = (faults: readonly Fault[], value: unknown): Validated<Output> => {
    const shape = isZod(asked) ? shapeOfSchema(asked) : shapeOfData(sent)
    return { valid: false, error: validationError(faults, value, shape, options) }
  }
  if ('faults' in checked) return refused(checked.faults, sent)
  const faults = textFaults(checked.output)
  if (faults.length > 0) return refused(faults, checked.output)
  // The schema declares its output type.
  return { valid: true, data: checked.output as Output }
}

const check = (schema: Schema, data: unknown): Promise<Checked> =>
  isZod(schema) ? checkZod(schema, data) : checkStandard(schema, data)

const isZod = (schema: object): schema is core.$ZodType => '_zod' in schema

/** A recursive schema would exhaust the stack at some thousand levels. */
const maxDepth = 200

const tooDeep: Checked = { faults: [{ path: [], message: messages.tooDeep }] }
