import * as z from 'zod'
import type { ErrorMessage } from '../../errors/error-detail.ts'
import { knownOptions } from '../../errors/known-options.ts'
import { trimBlanks } from '../../http/syntax/blanks.ts'
import { trueOrFalse } from '../../rules/text.ts'
import { wholeNumber } from '../../rules/whole-number.ts'
import { characterErrors } from '../characters.ts'
import { messages } from '../messages.ts'
import { reading } from './reading.ts'

export interface CharFieldOptions {
  /** Maximum number of characters (Unicode code points). Default any number. */
  maxLength?: number
  /** Fewest characters; with `allowBlank` an empty string may be shorter. Default 0. */
  minLength?: number
  /** Whether an empty string is valid. Default false. */
  allowBlank?: boolean
  /** Trims whitespace before anything is checked. Default true. */
  trim?: boolean
}

const length = wholeNumber({ least: 0 })

const charFieldOptions = knownOptions<CharFieldOptions>('charField()', {
  maxLength: length,
  minLength: length,
  allowBlank: trueOrFalse,
  trim: trueOrFalse,
})

/** A string. Numbers that JavaScript holds exactly become strings: `12` is `'12'`. */
export function charField(options: CharFieldOptions = {}): z.ZodString {
  charFieldOptions.require(options)
  return textField(options, messages.notAString)
}

/** A string field with its own message for values of another type. */
export function textField(
  { maxLength, minLength = 0, allowBlank = false, trim = true }: CharFieldOptions,
  notAText: ErrorMessage,
): z.ZodString {
  const read = (value: unknown) => readText(value) ?? notAText
  let field = reading(z.ZodString, { type: 'string' }, { read })
  if (trim) field = field.overwrite(trimBlanks)
  if (maxLength !== undefined) field = field.max(maxLength)
  if (!allowBlank) field = field.min(Math.max(1, minLength))
  else if (minLength > 0) field = field.check(blankOrAtLeast(minLength))
  return field.check(refuseCharacters)
}

/** The value as a string; null when it is neither a string nor an exact number. */
function readText(value: unknown): string | null {
  if (typeof value !== 'number') return typeof value === 'string' ? value : null
  const isExact = Number.isSafeInteger(value) || (Number.isFinite(value) && value % 1 !== 0)
  return isExact ? String(value) : null
}

type TextCheck = z.core.CheckFn<string>

const blankOrAtLeast =
  (minLength: number): TextCheck =>
  ({ value, issues }) => {
    if (value === '' || [...value].length >= minLength) return
    const limits = { origin: 'string', minimum: minLength, inclusive: true } as const
    issues.push({ code: 'too_small', ...limits, input: value, continue: true })
  }

const refuseCharacters: TextCheck = ({ value, issues }) => {
  for (const { message, code } of characterErrors(value)) {
    issues.push({ code: 'custom', message, params: { code }, input: value, continue: true })
  }
}
