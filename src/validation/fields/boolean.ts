import { z } from 'zod'
import { messages } from '../messages.ts'
import { reading } from './reading.ts'

/**
 * True or false. Also true: `t`, `y`, `yes`, `true`, `on` in any case and 1; false: `f`, `n`, `no`,
 * `false`, `off` and 0. In a form an absent one is false. Where null is allowed, so are an empty
 * text and `null` in any case.
 */
export const booleanField = (): z.ZodBoolean =>
  reading(z.ZodBoolean, { type: 'boolean' }, readBoolean, isNullWord)

const booleans = new Map<unknown, boolean>([
  ...[true, 't', 'y', 'yes', 'true', 'on', '1', 1].map((word) => [word, true] as const),
  ...[false, 'f', 'n', 'no', 'false', 'off', '0', 0].map((word) => [word, false] as const),
])

/** The boolean that the value means, or the message that refuses it. */
export function readBoolean(value: unknown): unknown {
  const word = typeof value === 'string' ? value.toLowerCase() : value
  return booleans.get(word) ?? messages.notABoolean
}

/** Whether the value stands for null where a boolean may be null. */
export const isNullWord = (value: unknown): boolean =>
  typeof value === 'string' && (value === '' || value.toLowerCase() === 'null')
