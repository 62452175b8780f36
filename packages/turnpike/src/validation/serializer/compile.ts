import type * as core from 'zod/v4/core'
import { ErrorMessage } from '../../errors/error-detail.ts'
import { type Field, fieldOfSchema } from '../fields/reading.ts'
import type { Compiler, Converter, Kind, Mode } from './converter.ts'
import { customKind, pipeKind, transformKind } from './functions.ts'
import { arrayKind, tupleKind } from './lists.ts'
import { intersectionKind, objectKind, recordKind } from './objects.ts'
import * as scalars from './scalars.ts'
import { unionKind } from './unions.ts'
import * as wrappers from './wrappers.ts'

/** A schema as a function. */
export interface Compiled {
  readonly convert: Converter
  /**
   * Whether equal values are always sent alike: no function of the application makes what is sent.
   * One that only rejects, as in `refine()`, does not count.
   */
  readonly isPure: boolean
}

/** @throws ConfigurationError when the schema describes what cannot be sent. */
export function compile(schema: core.$ZodType, owner: string): Compiled {
  const known = new Map<string, Converter>()
  const numbers = new Map<core.$ZodType, number>()
  let isPure = true

  const compilerOf = (mode: Mode): Compiler => ({
    owner,
    mode,
    converter: (inner, change) => converterOf(inner, { ...mode, ...change }),
    markImpure: () => {
      isPure = false
    },
  })
  const converterOf = (inner: core.$ZodType, mode: Mode): Converter => {
    const number = numbers.get(inner) ?? numbers.size
    numbers.set(inner, number)
    const key = `${number} ${mode.isExact} ${mode.isWritten}`
    const made = known.get(key)
    if (made !== undefined) return made

    // A schema that contains itself finds this stand-in while it is compiled.
    let converter: Converter | undefined
    known.set(key, (value, mismatch) => (converter as Converter)(value, mismatch))
    const kind = kinds[inner._zod.def.type] ?? scalars.unsendable
    const field = fieldOfSchema(inner)
    converter =
      field === undefined
        ? kind(inner, compilerOf(mode))
        : afterReading(field, mode, kind(inner, compilerOf({ ...mode, isExact: true })))
    known.set(key, converter)
    return converter
  }

  const convert = converterOf(schema, { isExact: false, isWritten: true })
  return { convert, isPure }
}

/** A field of Turnpike reads the forms of its values itself, as it does those from clients. */
const afterReading =
  ({ read, readStored = read }: Field, { isExact }: Mode, convert: Converter): Converter =>
  (value, mismatch) => {
    if (value === undefined || value === null) return convert(value, mismatch)
    const made = readStored(typeof value === 'bigint' ? String(value) : value)
    if (made instanceof ErrorMessage) return mismatch.because(made.message)
    return isExact && made !== value
      ? mismatch.because('it has another form')
      : convert(made, mismatch)
  }

const kinds: Readonly<Record<string, AnyKind>> = {
  string: scalars.stringKind,
  number: scalars.numberKind,
  boolean: scalars.booleanKind,
  bigint: scalars.bigintKind,
  date: scalars.dateKind,
  enum: scalars.choiceKind,
  literal: scalars.choiceKind,
  template_literal: scalars.templateKind,
  null: scalars.nullKind,
  undefined: scalars.undefinedKind,
  void: scalars.undefinedKind,
  any: scalars.anyKind,
  unknown: scalars.anyKind,
  never: scalars.neverKind,
  object: objectKind,
  record: recordKind,
  intersection: intersectionKind,
  array: arrayKind,
  tuple: tupleKind,
  union: unionKind,
  optional: wrappers.optionalKind,
  nonoptional: wrappers.nonOptionalKind,
  nullable: wrappers.nullableKind,
  default: wrappers.defaultKind,
  prefault: wrappers.prefaultKind,
  catch: wrappers.catchKind,
  readonly: wrappers.sameKind,
  lazy: wrappers.lazyKind,
  pipe: pipeKind,
  transform: transformKind,
  custom: customKind,
} satisfies { [type: string]: Kind<never> } as never

/** The `type` of a definition says which class its schema has, so the kinds fit. */
type AnyKind = Kind<core.$ZodType>
