import { knownOptions } from '../errors/known-options.ts'
import type { Schema } from '../http/schema.ts'
import type { ConditionValue } from '../items/conditions/condition.ts'
import { compared } from './compared.ts'
import {
  type ExactFilterOptions,
  type InFilterOptions,
  optionsOf,
  requireReader,
  rules,
  type SuffixOf,
} from './field-options.ts'
import type { FieldFilter } from './filter.ts'
import { listLookup, lookupFilter, valueLookup } from './lookup.ts'

const exactOptions = knownOptions<ExactFilterOptions>('exactFilter()', {
  parameter: rules.parameter,
  schema: rules.schema,
  trim: rules.trim,
})

/**
 * `?owner=2`: items whose field is this value. For a moment, a date without a time is the whole day
 * in UTC.
 *
 * @param options the schema of the field's values, or all options.
 */
export function exactFilter<const Options extends Schema | ExactFilterOptions = ExactFilterOptions>(
  options?: Options,
): FieldFilter<ConditionValue, never, SuffixOf<Options, ''>> {
  const { parameter, schema, trim } = optionsOf<ExactFilterOptions>(exactOptions, options ?? {})
  return {
    of(field, about) {
      const reader = requireReader('exactFilter', field, schema, about)
      return lookupFilter([
        valueLookup({ name: parameter ?? field, field, is: 'is this', trim }, reader, (value) =>
          compared(field, '=', value, reader),
        ),
      ])
    },
  }
}

const inOptions = knownOptions<InFilterOptions>('inFilter()', rules)

/**
 * `?owner__in=2,3`: items whose field is one of these values.
 *
 * @param options the schema of the field's values, or all options.
 */
export function inFilter<const Options extends Schema | InFilterOptions = InFilterOptions>(
  options?: Options,
): FieldFilter<ConditionValue, never, SuffixOf<Options, '__in'>> {
  const {
    parameter,
    schema,
    maxValues = 100,
    trim,
  } = optionsOf<InFilterOptions>(inOptions, options ?? {})
  return {
    of(field, about) {
      const reader = requireReader('inFilter', field, schema, about)
      return lookupFilter([
        listLookup({ name: parameter ?? field, field, maxValues, trim }, reader, about),
      ])
    },
  }
}
