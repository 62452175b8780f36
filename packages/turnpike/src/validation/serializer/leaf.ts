import type * as core from 'zod/v4/core'
import { trimBlanks } from '../../http/syntax/blanks.ts'
import { type Issue, messageOf } from '../zod/zod-message.ts'
import type { Compiler, Converter } from './converter.ts'
import { type Mismatch, misfit } from './mismatch.ts'

/** A kind of value that contains no others. */
export interface Leaf {
  /** The expected kind, with its article: `a string`. */
  readonly expected: string
  /** Whether the value has the type of the schema. */
  is(value: unknown): boolean
  /** The value in the type of the schema, or `misfit`. Default: no other form is known. */
  read?(value: unknown): unknown
  /** The value for JSON, or `misfit`. Default unchanged. */
  write?(value: unknown): unknown
  /** Formats of zod that `is` and `read` check already. Default none. */
  readonly formats?: ReadonlySet<string>
}

/** Converts values of one kind, and runs the checks of the schema, such as `max(100)`. */
export function leafConverter(schema: core.$ZodType, leaf: Leaf, compiler: Compiler): Converter {
  const { isExact, isWritten } = compiler.mode
  const { is, expected, formats } = leaf
  const read = isExact ? undefined : leaf.read
  const write = isWritten ? leaf.write : undefined
  const checks = (checksOf(schema) as Check[]).filter((check) => !formats?.has(formatOf(check)))
  if (checks.some(mayChange)) compiler.markImpure()

  const typed: Converter = (value, mismatch) => {
    if (is(value)) return value
    const made = read === undefined ? misfit : read(value)
    return made === misfit ? mismatch.expected(expected, value) : made
  }
  if (checks.length === 0 && write === undefined) return typed
  return (value, mismatch) => {
    const made = typed(value, mismatch)
    const checked = made === misfit ? misfit : runChecks(checks, made, mismatch)
    if (checked === misfit || write === undefined) return checked
    const written = write(checked)
    return written === misfit ? mismatch.expected(expected, value) : written
  }
}

type Check = core.$ZodCheck<unknown>

/** The checks of a schema, which may itself be one: `z.email()`. */
export function checksOf(schema: core.$ZodType): core.$ZodCheck[] {
  const own = schema._zod.traits.has('$ZodCheck') ? [schema as unknown as core.$ZodCheck] : []
  return [...own, ...(schema._zod.def.checks ?? [])]
}

/** The format that a check is for: `date`. Empty when it is for none. */
const formatOf = ({ _zod: { def } }: Check): string =>
  'format' in def && typeof def.format === 'string' ? def.format : ''

/** `overwrite()` calls a function of the application; `trimBlanks` is that of `charField`. */
const mayChange = ({ _zod: { def } }: Check): boolean =>
  def.check === 'overwrite' && (def as core.$ZodCheckOverwriteDef).tx !== trimBlanks

function runChecks(checks: readonly Check[], value: unknown, mismatch: Mismatch): unknown {
  const payload: core.ParsePayload = { value, issues: [] }
  for (const { _zod } of checks) {
    if (_zod.def.when !== undefined && !_zod.def.when(payload)) continue
    if (_zod.check(payload) instanceof Promise) return mismatch.because(noPromises)
    const [issue] = payload.issues
    if (issue !== undefined) return mismatch.because(textOf(issue, value))
  }
  return payload.value
}

export const noPromises = 'a check or transform is asynchronous: do that work in serialize'

/** The message that the author of the schema gave, otherwise ours. */
function textOf(issue: core.$ZodRawIssue, input: unknown): string {
  if (typeof issue.message === 'string') return issue.message
  const own = issue.inst?._zod.def.error?.({ ...issue, input } as never)
  const text = typeof own === 'string' ? own : own?.message
  // A raw issue lacks the type of its input, which is that of its code.
  return text ?? messageOf({ ...issue, input } as Issue).message
}
