import type * as core from 'zod/v4/core'
import { isOf } from './is-of.ts'

/** The schema inside `.optional()`, `.nullable()`, `.default()`, `.transform()` and the like. */
export function unwrap(schema: core.$ZodType): { inner: core.$ZodType; allowsNull: boolean } {
  let inner = schema
  let allowsNull = false
  for (let next = insideOf(inner); next !== null; next = insideOf(inner)) {
    allowsNull ||= isOf(inner, '$ZodNullable')
    inner = next
  }
  return { inner, allowsNull }
}

function insideOf(schema: core.$ZodType): core.$ZodType | null {
  if (isOf(schema, '$ZodLazy')) return schema._zod.innerType
  if (isOf(schema, '$ZodPipe')) {
    // In z.preprocess() the first schema accepts anything; the second is the real one.
    const { in: first, out: second } = schema._zod.def
    return isOf(first, '$ZodTransform') ? second : first
  }
  const { innerType } = schema._zod.def as { innerType?: core.$ZodType }
  return innerType ?? null
}
