import * as z from 'zod'
import { knownOptions } from '../../errors/known-options.ts'
import { wholeNumber } from '../../rules/whole-number.ts'
import { messages } from '../messages.ts'
import { reading } from './reading.ts'

export interface IntegerFieldOptions {
  /** Smallest value. Default any. */
  minValue?: number
  /** Largest value. Default any. */
  maxValue?: number
}

const limit = wholeNumber({ least: Number.MIN_SAFE_INTEGER })

const integerFieldOptions = knownOptions<IntegerFieldOptions>('integerField()', {
  minValue: limit,
  maxValue: limit,
})

/**
 * An integer, as a number or as a string of digits, which may have a minus sign, a point or a
 * fraction of zeros: `4`, `4.0`, `'-4'`, `'4.'`, `'4.0'`. Whitespace, plus signs, exponents and
 * digits of other scripts are rejected in strings, and so is anything beyond 2^53 - 1, which
 * JavaScript would round.
 */
export function integerField(options: IntegerFieldOptions = {}): z.ZodNumberFormat {
  integerFieldOptions.require(options)
  const { minValue, maxValue } = options
  let field = reading(
    z.ZodNumberFormat,
    { type: 'number', check: 'number_format', format: 'safeint', abort: false },
    { read: readInteger },
  )
  if (maxValue !== undefined) field = field.max(maxValue)
  if (minValue !== undefined) field = field.min(minValue)
  return field
}

/** Longer strings are not parsed. */
export const maxNumberLength = 1000

export function readInteger(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.length > maxNumberLength) return messages.numberTooLong
    return /^-?[0-9]+(?:\.0*)?$/.test(value) ? exactInteger(Number(value)) : messages.notAnInteger
  }
  return typeof value === 'number' ? exactInteger(value) : messages.notAnInteger
}

/** Removes the sign of -0. */
const exactInteger = (value: number) =>
  Number.isSafeInteger(value) ? value + 0 : messages.notAnInteger
