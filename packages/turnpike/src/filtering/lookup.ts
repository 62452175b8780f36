import { type DetailInput, ErrorMessage } from '../errors/error-detail.ts'
import { trimBlanks } from '../http/syntax/blanks.ts'
import type { Condition, ConditionValue } from '../items/conditions/condition.ts'
import type { ReadValue, ValueReader } from '../items/conditions/value-reader.ts'
import { compared } from './compared.ts'
import type { FieldReaders, Filter, FilterParameter } from './filter.ts'
import { invalidQuery } from './invalid-query.ts'

/** One parameter of a filter and the condition that its value makes. */
export interface Lookup {
  readonly parameter: FilterParameter
  /** Null if the text is not a value. */
  read(text: string): Condition | ErrorMessage | null
}

/** A filter whose parameters are independent: an item must meet the conditions of all of them. */
export const lookupFilter = (lookups: readonly Lookup[]): Filter => ({
  parameters: lookups.map(({ parameter }) => parameter),
  isPure: true,

  condition(sent) {
    const conditions: Condition[] = []
    const errors: [string, DetailInput][] = []
    for (const { parameter, read } of lookups) {
      const text = sent.get(parameter.name)
      if (text === undefined) continue
      const condition = read(text)
      if (condition instanceof ErrorMessage) errors.push([parameter.name, [condition]])
      else if (condition !== null) conditions.push(condition)
    }
    if (errors.length > 0) throw invalidQuery(errors)
    return conditions.length > 1 ? { all: conditions } : (conditions[0] ?? null)
  },
})

/** The values with which a lookup compares. */
interface Compared {
  /** The name of the parameter, or what stands before its `__in`. */
  readonly name: string
  readonly field: string
  /** Whether blanks around texts are left out. Default true. */
  readonly trim?: boolean | undefined
}

/** A lookup of one value. @param is completes "Only items whose `owner` …". */
export const valueLookup = (
  { name, field, is, trim = true }: Compared & { readonly is: string },
  reader: ValueReader,
  condition: (value: ReadValue) => Condition,
): Lookup => {
  const isTrimmed = trim && reader.kind === 'text'
  return {
    parameter: {
      name,
      description: `Only items whose \`${field}\` ${is}.`,
      schema: reader.schema,
      field,
      ...(isTrimmed && { normalise: trimBlanks }),
    },
    read(sent) {
      const text = isTrimmed ? trimBlanks(sent) : sent
      if (text === '') return null
      const value = reader.read(text)
      return value instanceof ErrorMessage ? value : condition(value)
    },
  }
}

/** `name__in`: several values of the field, separated by commas. Empty ones are left out. */
export const listLookup = (
  { name, field, maxValues, trim = true }: Compared & { readonly maxValues: number },
  reader: ValueReader,
  { tooMany }: Pick<FieldReaders, 'tooMany'>,
): Lookup => {
  const isTrimmed = reader.kind === 'text' ? trim : reader.kind !== 'choice'
  const partsOf = (text: string): string[] => {
    const parts = text.split(',')
    return (isTrimmed ? parts.map(trimBlanks) : parts).filter((part) => part !== '')
  }
  return {
    parameter: {
      name: `${name}__in`,
      description: `Only items whose \`${field}\` is one of these.`,
      schema: { type: 'array', items: reader.schema, maxItems: maxValues },
      field,
      // A list without a value finds nothing: it is not the same as no list.
      normalise: (text) =>
        text === '' ? '' : [...new Set(partsOf(text))].sort().join() || emptyList,
    },
    read(text) {
      const parts = partsOf(text)
      if (parts.length > maxValues) return tooMany(maxValues)
      const values = [...new Set(parts)].map(reader.read)
      const error = values.find((value) => value instanceof ErrorMessage)
      if (error !== undefined) return error
      return oneOfThese(field, values as ReadValue[], reader)
    },
  }
}

const emptyList = ','

/** Moments may be days, which are not single values. */
function oneOfThese(field: string, values: readonly ReadValue[], reader: ValueReader): Condition {
  return reader.kind === 'date-time'
    ? { any: values.map((value) => compared(field, '=', value, reader)) }
    : { field, operator: 'in', value: values as readonly ConditionValue[] }
}
