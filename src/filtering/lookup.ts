import { type DetailInput, ErrorMessage } from '../errors/error-detail.ts'
import type { Condition, ConditionValue } from '../items/conditions/condition.ts'
import type { ReadValue, ValueReader } from '../items/conditions/value-reader.ts'
import { compared } from './compared.ts'
import type { FieldReaders, Filter, FilterParameter } from './filter.ts'
import { invalidQuery } from './invalid-query.ts'

/** One parameter of a filter and the condition that its value makes. */
export interface Lookup {
  readonly parameter: FilterParameter
  read(text: string): Condition | ErrorMessage
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
      else conditions.push(condition)
    }
    if (errors.length > 0) throw invalidQuery(errors)
    return conditions.length > 1 ? { all: conditions } : (conditions[0] ?? null)
  },
})

/** A lookup of one value. @param is completes "Only items whose `owner` …". */
export const valueLookup = (
  { name, field, is }: { name: string; field: string; is: string },
  reader: ValueReader,
  condition: (value: ReadValue) => Condition,
): Lookup => ({
  parameter: {
    name,
    description: `Only items whose \`${field}\` ${is}.`,
    schema: reader.schema,
    field,
  },
  read(text) {
    const value = reader.read(text)
    return value instanceof ErrorMessage ? value : condition(value)
  },
})

/** `name__in`: several values of the field, separated by commas. */
export const listLookup = (
  field: string,
  name: string,
  reader: ValueReader,
  maxValues: number,
  { tooMany }: Pick<FieldReaders, 'tooMany'>,
): Lookup => ({
  parameter: {
    name: `${name}__in`,
    description: `Only items whose \`${field}\` is one of these.`,
    schema: { type: 'array', items: reader.schema, maxItems: maxValues },
    field,
    normalise: (text) => [...new Set(text.split(','))].sort().join(),
  },
  read(text) {
    const texts = text.split(',', maxValues + 1)
    if (texts.length > maxValues) return tooMany(maxValues)
    const values = [...new Set(texts)].map(reader.read)
    const error = values.find((value) => value instanceof ErrorMessage)
    if (error !== undefined) return error
    return oneOfThese(field, values as ReadValue[], reader)
  },
})

/** Moments may be days, which are no single values. */
function oneOfThese(field: string, values: readonly ReadValue[], reader: ValueReader): Condition {
  return reader.kind === 'date-time'
    ? { any: values.map((value) => compared(field, '=', value, reader)) }
    : { field, operator: 'in', value: values as readonly ConditionValue[] }
}
