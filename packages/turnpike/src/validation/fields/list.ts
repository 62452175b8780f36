import * as z from 'zod'
import { knownOptions } from '../../errors/known-options.ts'
import { trueOrFalse } from '../../rules/text.ts'
import { wholeNumber } from '../../rules/whole-number.ts'

export interface ListFieldOptions {
  /** Maximum number of items. Default any number. */
  maxLength?: number
  /** Fewest items. Default 0. */
  minLength?: number
  /** Whether an empty list is valid. Default true. */
  allowEmpty?: boolean
}

const length = wholeNumber({ least: 0 })

const listFieldOptions = knownOptions<ListFieldOptions>('listField()', {
  maxLength: length,
  minLength: length,
  allowEmpty: trueOrFalse,
})

/** A list whose items are all valid for `child`: `listField(charField({ maxLength: 8 }))`. */
export function listField<Child extends z.ZodType>(
  child: Child,
  options: ListFieldOptions = {},
): z.ZodArray<Child> {
  listFieldOptions.require(options)
  const { maxLength, minLength = 0, allowEmpty = true } = options
  let field = z.array(child)
  if (maxLength !== undefined) field = field.max(maxLength)
  if (!allowEmpty) field = field.min(1)
  return minLength > 0 ? field.min(minLength) : field
}
