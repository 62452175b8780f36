import type * as core from 'zod/v4/core'
import { isOf } from '../zod/is-of.ts'
import type { Compiler, Converter, Kind } from './converter.ts'
import { leafConverter, noPromises } from './leaf.ts'
import { type Mismatch, misfit } from './mismatch.ts'

/**
 * `.transform()`, `.pipe()` and `z.preprocess()` turn the value of an item into what is sent. A
 * codec has two directions: items hold what it decodes to, so it encodes them.
 */
export const pipeKind: Kind<core.$ZodPipe> = (schema, compiler) => {
  compiler.markImpure()
  const { in: first, out: second } = schema._zod.def
  if (isOf(schema, '$ZodCodec')) return codec(schema, compiler)
  const isTransformed = isOf(first, '$ZodTransform')
  const read = isTransformed
    ? compiler.converter(first)
    : compiler.converter(first, { isWritten: false })
  return inTurn(read, compiler.converter(second))
}

/** A transform has one direction only: its function makes what is sent. */
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
  // A function behind the codec takes the decoded value.
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

/** The result of the function. An exception that it throws is the application's, and passes. */
function settled(run: () => unknown, payload: core.ParsePayload, mismatch: Mismatch): unknown {
  try {
    if (run() instanceof Promise) return mismatch.because(noPromises)
  } catch (error) {
    if (isOfPromise(error)) return mismatch.because(noPromises)
    throw error
  }
  const [issue] = payload.issues
  return issue === undefined
    ? payload.value
    : mismatch.because(issue.message ?? 'a transform rejected it')
}

/** Whether zod has thrown it at an asynchronous function; its class is not needed otherwise. */
const isOfPromise = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Encountered Promise during synchronous parse')

/** `z.custom()` and `z.instanceof()` send a value that passes their check unchanged. */
export const customKind: Kind<core.$ZodCustom> = (schema, compiler) => {
  compiler.markImpure()
  return leafConverter(schema, { expected: 'a value', is: () => true }, compiler)
}
