import * as z from 'zod'
import { ErrorMessage } from '../../errors/error-detail.ts'
import { knownOptions } from '../../errors/known-options.ts'
import { isBlankText } from '../../http/syntax/blanks.ts'
import type { Rule } from '../../rules/rule.ts'
import { wholeNumber } from '../../rules/whole-number.ts'
import { messages } from '../messages.ts'
import { maxNumberLength } from './integer.ts'
import { reading } from './reading.ts'

export interface DecimalFieldOptions {
  /** Maximum number of digits in total: 5 allows `123.45`. */
  maxDigits: number
  /** Digits after the point in the output, and the most that are accepted. */
  decimalPlaces: number
  /** Smallest value that may be sent: a number, or a string such as `'0.01'`. Default any. */
  minValue?: number | string
  /** Largest value, in the same form. Default any. */
  maxValue?: number | string
}

const limit: Rule<number | string> = {
  expected: "a decimal number, such as 0 or '0.01'",
  accepts: (value): value is number | string => {
    const decimal = parseDecimal(value)
    return !(decimal instanceof ErrorMessage) && checkDigits(decimal, 2000, 1000) === null
  },
}

const decimalFieldOptions = knownOptions<DecimalFieldOptions>('decimalField()', {
  maxDigits: { required: wholeNumber({ least: 1 }) },
  decimalPlaces: { required: wholeNumber({ least: 0 }) },
  minValue: limit,
  maxValue: limit,
})

/**
 * A decimal number, as a string with exactly `decimalPlaces` places: 12.5 is `'12.50'`. It is never
 * a float, so amounts are not rounded.
 *
 * Accepts numbers, and strings of digits with a minus sign, a point and an exponent: `'-0.5'`,
 * `'.5'`, `'2.'`, `'1e2'`. A fraction sent as a number may have 15 digits; send longer ones as
 * strings. Whitespace, plus signs and digits of other scripts are rejected. In a field that may be
 * null, a blank string is null.
 */
export function decimalField(options: DecimalFieldOptions): z.ZodString {
  decimalFieldOptions.require(options)
  const { maxDigits, decimalPlaces } = options
  const checkRange = rangeCheck(options)
  const readWith = (check: (decimal: Decimal) => ErrorMessage | null) => (value: unknown) => {
    const decimal = parseDecimal(value)
    if (decimal instanceof ErrorMessage) return decimal
    return (
      checkDigits(decimal, maxDigits, decimalPlaces) ??
      (isExact(value, decimal) ? null : messages.notANumber) ??
      check(decimal) ??
      write(decimal, decimalPlaces)
    )
  }
  const read = readWith(checkRange)
  const readAny = readWith(() => null)
  const readStored = (value: unknown) => readAny(withoutNoise(value))
  return reading(z.ZodString, { type: 'string' }, { read, readStored, meansNull: isBlankValue })
    .min(1)
    .meta({ format: 'decimal' })
}

const isBlankValue = (value: unknown) => typeof value === 'string' && isBlankText(value)

/**
 * PostgreSQL computes with more places than it needs, `12.5000`, and SQLite with floats, of which
 * 15 digits are exact: 0.1 + 0.2 is 0.30000000000000004.
 */
function withoutNoise(value: unknown): unknown {
  if (typeof value === 'number') {
    return Number.isInteger(value) ? value : Number(value.toPrecision(15))
  }
  const text = isDecimalObject(value) ? value.toFixed() : value
  const isPlain = typeof text === 'string' && /^-?\d+\.\d+$/.test(text)
  return isPlain ? text.replace(/\.?0+$/, '') : text
}

/**
 * Whether it is the object of a library for decimals, such as Prisma's `Decimal`: it writes all
 * digits.
 */
const isDecimalObject = (value: unknown): value is { toFixed(): string } =>
  typeof value === 'object' && value !== null && 'toFixed' in value && 'toJSON' in value

/** `-12.5` has the digits `125` and the scale 1: the point stands before the last digit. */
interface Decimal {
  isNegative: boolean
  /** Without leading zeros; zero itself is `0`. */
  digits: string
  /** Digits after the point; negative for zeros that an exponent appends before it. */
  scale: number
}

const decimalText = /^(-?)(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?0*[0-9]{1,18}))?$/

function parseDecimal(value: unknown): Decimal | ErrorMessage {
  if (typeof value !== 'string' && typeof value !== 'number') return messages.notANumber
  const text = String(value)
  if (text.length > maxNumberLength) return messages.numberTooLong
  const match = decimalText.exec(text)
  if (!match) return messages.notANumber

  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  return {
    isNegative: sign === '-',
    digits: (whole + fraction).replace(/^0+(?=.)/, ''),
    scale: fraction.length - Number(exponent),
  }
}

/** The first of the three limits that the number exceeds, counted as in Django REST framework. */
function checkDigits(
  { digits, scale }: Decimal,
  maxDigits: number,
  decimalPlaces: number,
): ErrorMessage | null {
  const places = Math.max(0, scale)
  const total = Math.max(places, digits.length + Math.max(0, -scale))
  if (total > maxDigits) return messages.maxDigits(maxDigits)
  if (places > decimalPlaces) return messages.maxDecimalPlaces(decimalPlaces)

  const maxWholeDigits = maxDigits - decimalPlaces
  return total - places > maxWholeDigits ? messages.maxWholeDigits(maxWholeDigits) : null
}

/** The error of a value beyond the limits. The text has them as they were given. */
function rangeCheck({ minValue = '', maxValue = '' }: Partial<DecimalFieldOptions>) {
  const [min, max] = [parseDecimal(minValue), parseDecimal(maxValue)]
  return (decimal: Decimal): ErrorMessage | null => {
    if (isLess(max, decimal)) return messages.maxValue(maxValue)
    return isLess(decimal, min) ? messages.minValue(minValue) : null
  }
}

/** Whether both are numbers, and the first is the smaller one. */
function isLess(one: Decimal | ErrorMessage, other: Decimal | ErrorMessage): boolean {
  if (one instanceof ErrorMessage || other instanceof ErrorMessage) return false
  const places = Math.max(one.scale, other.scale)
  return unitsOf(one, places) < unitsOf(other, places)
}

/** In units of the last of so many places: 1.5 is 150 hundredths. */
function unitsOf({ isNegative, digits, scale }: Decimal, places: number): bigint {
  const units = BigInt(digits) * 10n ** BigInt(places - scale)
  return isNegative ? -units : units
}

/** Whether the number is as it was sent: the JSON parser may have rounded it. */
function isExact(value: unknown, { digits }: Decimal): boolean {
  if (typeof value !== 'number') return true
  return Number.isInteger(value) ? Number.isSafeInteger(value) : digits.length <= 15
}

function write({ isNegative, digits, scale }: Decimal, decimalPlaces: number): string {
  const units = (digits + '0'.repeat(decimalPlaces - scale)).padStart(decimalPlaces + 1, '0')
  const point = units.length - decimalPlaces
  const sign = isNegative && /[1-9]/.test(units) ? '-' : ''
  const whole = units.slice(0, point).replace(/^0+(?=.)/, '')
  return sign + whole + (decimalPlaces > 0 ? `.${units.slice(point)}` : '')
}
