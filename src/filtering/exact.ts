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
  type SuffixOf,
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
export function exact<const Options extends Schema | FieldFilterOptions = FieldFilterOptions>(
  options?: Options,
): FieldFilter<Comparable, never, SuffixOf<Options, ''>> {
  const { parameter, schema } = optionsOf<FieldFilterOptions>(exactOptions, options ?? {})
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
export function isIn<const Options extends Schema | ListFilterOptions = ListFilterOptions>(
  options?: Options,
): FieldFilter<Comparable, never, SuffixOf<Options, '__in'>> {
  const {
    parameter,
    schema,
    maxValues = 100,
  } = optionsOf<ListFilterOptions>(isInOptions, options ?? {})
  return {
    of(field, about) {
      const reader = requireReader('isIn', field, schema, about)
      return lookupFilter([listLookup(field, parameter ?? field, reader, maxValues, about)])
    },
  }
}
