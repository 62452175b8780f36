import { z } from 'zod'
import { messages } from '../messages.ts'
import { maxNumberLength, readInteger } from './integer.ts'
import { reading } from './reading.ts'

/**
 * An integer of 64 bits, as in a column of the type `bigint`: a number, or a text where a number
 * would be rounded, `9007199254740993`. So it is in rows of `turnpike/kysely`, too. It takes what
 * `integerField` takes; a client must send integers beyond 2^53 - 1 as text.
 */
export function bigIntegerField(): BigIntegerField {
  const options = [z.int(), z.string().regex(/^-?[1-9][0-9]{15,18}$/)] as const
  // The class takes its type from the options that it is given.
  const union = z.ZodUnion as unknown as z.core.$constructor<BigIntegerField>
  return reading(union, { type: 'union', options }, readBigInteger)
}

type BigIntegerField = z.ZodUnion<readonly [z.ZodInt, z.ZodString]>

const greatest = 2n ** 63n - 1n

function readBigInteger(value: unknown): unknown {
  const isText = typeof value === 'string' && value.length <= maxNumberLength
  const digits = isText ? /^(-?[0-9]+)(?:\.0*)?$/.exec(value)?.[1] : undefined
  if (digits === undefined) return readInteger(value)

  const integer = BigInt(digits)
  if (integer > greatest) return messages.maxValue(greatest)
  if (integer < -greatest - 1n) return messages.minValue(-greatest - 1n)
  const number = Number(integer)
  return Number.isSafeInteger(number) ? number : `${integer}`
}
