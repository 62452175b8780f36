import { z } from 'zod'
import type { Schema } from '../../src/http/schema.ts'
import { type ValidationOptions, validate } from '../../src/validation/validate.ts'

const defaults: ValidationOptions = {
  nonFieldErrorsKey: 'non_field_errors',
  listErrorsAsDict: true,
  isForm: false,
  partial: false,
}

/** What the schema makes of good data. */
export async function accept<Output>(
  schema: Schema<Output>,
  data: unknown,
  options?: Partial<ValidationOptions>,
): Promise<Output> {
  const validated = await validate(schema, data, { ...defaults, ...options })
  if (!validated.valid) throw new Error(`refused: ${JSON.stringify(validated.error.detail)}`)
  return validated.data
}

/** The messages for wrong data. */
export async function refuse(
  schema: Schema,
  data: unknown,
  options?: Partial<ValidationOptions>,
): Promise<unknown> {
  return (await refusal(schema, data, options)).detail
}

export async function refusal(schema: Schema, data: unknown, options?: Partial<ValidationOptions>) {
  const validated = await validate(schema, data, { ...defaults, ...options })
  if (validated.valid) throw new Error(`accepted: ${JSON.stringify(validated.data)}`)
  return validated.error
}

/** What one field makes of a value. */
export async function acceptField(field: z.ZodType, value: unknown): Promise<unknown> {
  return (await accept(z.object({ field }), { field: value })).field
}

/** The messages that one field has for a value, as `code: text`. Undefined: the field is absent. */
export async function refuseField(field: z.ZodType, value: unknown): Promise<string[]> {
  const { fullDetails } = await refusal(
    z.object({ field }),
    value === undefined ? {} : { field: value },
  )
  const { field: told } = fullDetails as { field: { message: string; code: string }[] }
  return told.map(({ message, code }) => `${code}: ${message}`)
}
