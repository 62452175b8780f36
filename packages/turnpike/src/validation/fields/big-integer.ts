import * as z from 'zod'
import { messages } from '../messages.ts'
import { maxNumberLength, readInteger } from './integer.ts'
import { reading } from './reading.ts'

/**
 * A 64-bit integer, as in a `bigint` column: a number, or a string when a number would be rounded:
 * `'9007199254740993'`. Rows of `@turnpike/sql` have the same form. It accepts what
 * `integerField` accepts; clients must send integers beyond 2^53 - 1 as strings.
 */
export function bigIntegerField(): BigIntegerField {
  const options = [z.int(), z.string().regex(/^-?[1-9][0-9]{15,18}$/)] as const
  // The class infers its type from its options.
  const union = z.ZodUnion as unknown as z.core.$constructor<BigIntegerField>
  return reading(union, { type: 'union', options }, { read: readBigInteger })
}

type BigIntegerField = z.ZodUnion<readonly [z.ZodInt, z.ZodString]>

const greatest = 2n ** 63n - 1n

export function readBigInteger(value: unknown): unknown {
  const isText = typeof value === 'string' && value.length <= maxNumberLength
  const digits = isText ? /^(-?[0-9]+)(?:\.0*)?$/.exec(value)?.[1] : undefined
  if (digits === undefined) return readInteger(value)

  const integer = BigInt(digits)
  if (integer > greatest) return messages.maxValue(greatest)
  if (integer < -greatest - 1n) return messages.minValue(-greatest - 1n)
  const number = Number(integer)
  return Number.isSafeInteger(number) ? number : `${integer}`
}
