import type * as core from 'zod/v4/core'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import { withMicroseconds } from '../../items/moment.ts'
import type { Kind } from './converter.ts'
import { checksOf, type Leaf, leafConverter } from './leaf.ts'
import { misfit } from './mismatch.ts'
import { dayText, type MomentOptions, momentText, timeText, usualMoment } from './moments.ts'

const leaf =
  <Schema extends core.$ZodType>(
    leafOf: (schema: Schema, isExact: boolean) => Leaf,
  ): Kind<Schema> =>
  (schema, compiler) =>
    leafConverter(schema, leafOf(schema, compiler.mode.isExact), compiler)

const isString = (value: unknown): boolean => typeof value === 'string'

/** Strings. Dates and times may come in any form of ISO 8601, or as a `Date`. */
export const stringKind = leaf<core.$ZodString>((schema, isExact) => {
  const definitions = [schema, ...checksOf(schema)].map(({ _zod }) => _zod.def as IsoDefinition)
  const iso = definitions.find(({ format = '' }) => isoFormats.has(format))
  switch (iso?.format) {
    case 'datetime': {
      const hasUsualForm = iso.precision == null && !iso.local
      const read = (value: unknown) => momentText(value, iso) ?? misfit
      const isWritten = (value: unknown) => isString(value) && usualMoment.test(value as string)
      return isoLeaf('a date and time', iso, hasUsualForm ? isWritten : isNever, read, isExact)
    }
    case 'date': {
      const read = (value: unknown) => dayText(value) ?? misfit
      const isDay = (value: unknown) =>
        isString(value) && iso.pattern?.test(value as string) === true
      return isoLeaf('a date', iso, isDay, read, isExact)
    }
    case 'time': {
      const read = (value: unknown) => timeText(value, iso) ?? misfit
      return isoLeaf('a time of day', iso, isNever, read, isExact)
    }
  }
  return {
    expected: 'a string',
    is: isString,
    read: schema._zod.def.coerce ? coerced : () => misfit,
  }
})

interface IsoDefinition extends MomentOptions {
  readonly format?: string
  readonly pattern?: RegExp
}

const isoFormats: ReadonlySet<string> = new Set(['datetime', 'date', 'time'])

const isNever = () => false

/** @param is whether a value needs no reading. */
function isoLeaf(
  expected: string,
  { pattern }: IsoDefinition,
  is: Leaf['is'],
  read: NonNullable<Leaf['read']>,
  isExact: boolean,
): Leaf {
  if (!isExact) return { expected, is, read, formats: isoFormats }
  const matches = (value: unknown) => isString(value) && pattern?.test(value as string) === true
  return { expected, is: matches, write: read, formats: isoFormats }
}

const coerced = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : misfit

/** Numbers. PostgreSQL returns decimals as strings, which become the nearest number. */
export const numberKind = leaf<core.$ZodNumber>((schema) => {
  const definitions = [schema, ...checksOf(schema)].map(({ _zod }) => _zod.def)
  const isInteger = definitions.some((def) => 'format' in def && def.format === 'safeint')
  const is = isInteger ? Number.isSafeInteger : Number.isFinite
  const read = (value: unknown) => {
    const number = readNumber(value)
    return is(number) ? number : misfit
  }
  const expected = isInteger ? 'an integer of at most 2^53 - 1' : 'a finite number'
  return { expected, is, read, formats: safeInteger }
})

const safeInteger: ReadonlySet<string> = new Set(['safeint'])

function readNumber(value: unknown): number {
  const isNumber =
    typeof value === 'bigint' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value))
  const number = isNumber ? Number(value) : Number.NaN
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : Number.NaN
}

/** True and false, which SQLite stores as 1 and 0. */
export const booleanKind = leaf<core.$ZodBoolean>(() => ({
  expected: 'a boolean',
  is: (value) => value === true || value === false,
  read: readBoolean,
}))

function readBoolean(value: unknown): unknown {
  if (value === 1 || value === 1n) return true
  return value === 0 || value === 0n ? false : misfit
}

/** Integers of any size, sent as a number, or as text beyond 2^53 - 1. */
export const bigintKind = leaf<core.$ZodBigInt>(() => ({
  expected: 'an integer',
  is: (value) => typeof value === 'bigint',
  read: (value) => {
    if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : misfit
    return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : misfit
  },
  write: writeBigInt,
}))

function writeBigInt(value: unknown): unknown {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

/** Moments, sent as ISO 8601. */
export const dateKind = leaf<core.$ZodDate>(() => ({
  expected: 'a date and time',
  is: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  read: (value) => {
    const text = typeof value === 'string' ? momentText(value, { precision: 6 }) : null
    return text === null ? misfit : withMicroseconds(new Date(text), text.slice(23, 26))
  },
  write: (value) => momentText(value, {}) ?? misfit,
}))

/** `z.enum()` and `z.literal()`. */
export const choiceKind = leaf<core.$ZodEnum | core.$ZodLiteral>((schema) => {
  const choices: ReadonlySet<unknown> = schema._zod.values ?? new Set()
  return {
    expected: 'one of its choices',
    is: (value) => choices.has(value),
    read: (value) => {
      const number = typeof value === 'bigint' ? Number(value) : value
      if (choices.has(number)) return number
      const boolean = readBoolean(value)
      return choices.has(boolean) ? boolean : misfit
    },
    write: (value) => (typeof value === 'bigint' ? writeBigInt(value) : value),
  }
})

export const templateKind = leaf<core.$ZodTemplateLiteral>((schema) => ({
  expected: 'a string of its pattern',
  is: (value) => isString(value) && schema._zod.pattern.test(value as string),
}))

export const nullKind: Kind<core.$ZodNull> = () => (value, mismatch) =>
  value === null ? null : mismatch.expected('null', value)

export const undefinedKind: Kind<core.$ZodUndefined> = () => (value, mismatch) =>
  value === undefined ? undefined : mismatch.expected('nothing', value)

/** `z.any()` and `z.unknown()` send the value unchanged. */
export const anyKind: Kind<core.$ZodType> = () => (value) => value

export const neverKind: Kind<core.$ZodNever> = () => (value, mismatch) =>
  mismatch.expected('nothing, by z.never()', value)

export const unsendable: Kind<core.$ZodType> = ({ _zod: { def } }, { owner }) => {
  throw new ConfigurationError(
    `${owner} cannot send z.${def.type}() as JSON: leave it out of answers.`,
  )
}
