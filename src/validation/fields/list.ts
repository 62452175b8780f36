import { z } from 'zod'

export interface ListFieldOptions {
  /** Most items. Default any number. */
  maxLength?: number
  /** Fewest items. Default 0. */
  minLength?: number
  /** Whether an empty list is valid. Default true. */
  allowEmpty?: boolean
}

/** A list whose items are all valid for `child`: `listField(charField({ maxLength: 8 }))`. */
export function listField<Child extends z.ZodType>(
  child: Child,
  { maxLength, minLength = 0, allowEmpty = true }: ListFieldOptions = {},
): z.ZodArray<Child> {
  let field = z.array(child)
  if (maxLength !== undefined) field = field.max(maxLength)
  if (!allowEmpty) field = field.min(1)
  return minLength > 0 ? field.min(minLength) : field
}
