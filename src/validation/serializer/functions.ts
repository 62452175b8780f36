import * as core from 'zod/v4/core'
import type { Compiler, Converter, Kind } from './converter.ts'
import { leafConverter, noPromises } from './leaf.ts'
import { type Mismatch, misfit } from './mismatch.ts'

/**
 * `.transform()`, `.pipe()` and `z.preprocess()` make of an item's value what is sent. A codec has
 * two ways: items hold what it decodes to, so it encodes them.
 */
export const pipeKind: Kind<core.$ZodPipe> = (schema, compiler) => {
  compiler.markImpure()
  const { in: first, out: second } = schema._zod.def
  if (schema instanceof core.$ZodCodec) return codec(schema, compiler)
  const isTransformed = first instanceof core.$ZodTransform
  const read = isTransformed
    ? compiler.converter(first)
    : compiler.converter(first, { isWritten: false })
  return inTurn(read, compiler.converter(second))
}

/** Without the way back, which a codec has, a function of the schema is called with the value. */
export const transformKind: Kind<core.$ZodTransform> = (schema, compiler) => {
  compiler.markImpure()
  return (value, mismatch) => {
    const payload: core.ParsePayload = { value, issues: [] }
    return settled(() => schema._zod.run(payload, { async: false }), payload, mismatch)
  }
}

function codec(schema: core.$ZodCodec, compiler: Compiler): Converter {
  const { in: encoded, out: decoded, reverseTransform } = schema._zod.def
  const read = compiler.converter(decoded, { isWritten: false })
  // What a function of the schema is called with is the decoded value.
  if (!compiler.mode.isWritten) return read
  const encode: Converter = (value, mismatch) => {
    const payload: core.ParsePayload = { value, issues: [] }
    const run = () => {
      payload.value = reverseTransform(value as never, payload as never)
      return payload.value instanceof Promise ? payload.value : payload
    }
    return settled(run, payload, mismatch)
  }
  return inTurn(inTurn(read, encode), compiler.converter(encoded))
}

const inTurn =
  (first: Converter, second: Converter): Converter =>
  (value, mismatch) => {
    const made = first(value, mismatch)
    return made === misfit ? misfit : second(made, mismatch)
  }

/** What the function has made. An exception is the application's, and goes through. */
function settled(run: () => unknown, payload: core.ParsePayload, mismatch: Mismatch): unknown {
  try {
    if (run() instanceof Promise) return mismatch.because(noPromises)
  } catch (error) {
    if (error instanceof core.$ZodAsyncError) return mismatch.because(noPromises)
    throw error
  }
  const [issue] = payload.issues
  return issue === undefined ? payload.value : mismatch.because(issue.message ?? 'it is refused')
}

/** `z.custom()` and `z.instanceof()`: what JSON makes of a value that their check lets through. */
export const customKind: Kind<core.$ZodCustom> = (schema, compiler) => {
  compiler.markImpure()
  return leafConverter(schema, { expected: 'a value', is: () => true }, compiler)
}
