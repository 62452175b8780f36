import * as z from 'zod'
import { messages } from '../messages.ts'
import { reading } from './reading.ts'

/**
 * True or false. Also true: 1 and, in any case, `t`, `y`, `yes`, `true`, `on`. Also false: 0 and
 * `f`, `n`, `no`, `false`, `off`. In a form an absent value is false. A field that may be null also
 * accepts an empty string and `null`, in any case, as null.
 */
export const booleanField = (): z.ZodBoolean =>
  reading(z.ZodBoolean, { type: 'boolean' }, { read: readBoolean, meansNull: isNullWord })

const booleans = new Map<unknown, boolean>([
  ...[true, 't', 'y', 'yes', 'true', 'on', '1', 1].map((word) => [word, true] as const),
  ...[false, 'f', 'n', 'no', 'false', 'off', '0', 0].map((word) => [word, false] as const),
])

/** The boolean that the value stands for, or the error message. */
export function readBoolean(value: unknown): unknown {
  const word = typeof value === 'string' ? value.toLowerCase() : value
  return booleans.get(word) ?? messages.notABoolean
}

/** Whether the value stands for null in a boolean field that may be null. */
export const isNullWord = (value: unknown): boolean =>
  typeof value === 'string' && (value === '' || value.toLowerCase() === 'null')
