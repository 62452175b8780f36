import { knownOptions } from '../errors/known-options.ts'
import type { Schema } from '../http/schema.ts'
import { compared } from './compared.ts'
import {
  type FieldFilterOptions,
  fieldFilterOptions,
  type ListFilterOptions,
  optionsOf,
  requireReader,
  rules,
} from './field-options.ts'
import type { Comparable, FieldFilter } from './filter.ts'
import { listLookup, lookupFilter, valueLookup } from './lookup.ts'

const exactOptions = fieldFilterOptions('exact()')

/**
 * `?owner=2`: items whose field is this value. For a moment, a date without a time is the whole day
 * in UTC.
 *
 * @param options the schema of the field's values, or all options.
 */
export function exact(options: Schema | FieldFilterOptions = {}): FieldFilter<Comparable> {
  const { parameter, schema } = optionsOf(exactOptions, options)
  return {
    of(field, about) {
      const reader = requireReader('exact', field, schema, about)
      return lookupFilter([
        valueLookup({ name: parameter ?? field, field, is: 'is this' }, reader, (value) =>
          compared(field, '=', value, reader),
        ),
      ])
    },
  }
}

const isInOptions = knownOptions<ListFilterOptions>('isIn()', rules)

/**
 * `?owner__in=2,3`: items whose field is one of these values.
 *
 * @param options the schema of the field's values, or all options.
 */
export function isIn(options: Schema | ListFilterOptions = {}): FieldFilter<Comparable> {
  const { parameter, schema, maxValues = 100 } = optionsOf(isInOptions, options)
  return {
    of(field, about) {
      const reader = requireReader('isIn', field, schema, about)
      return lookupFilter([listLookup(field, parameter ?? field, reader, maxValues, about)])
    },
  }
}
