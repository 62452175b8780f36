import { knownOptions } from '../errors/known-options.ts'
import { type FilterParameterOption, rules, type SuffixOf } from './field-options.ts'
import type { FieldFilter } from './filter.ts'
import { lookupFilter, valueLookup } from './lookup.ts'

const isNullOptions = knownOptions<FilterParameterOption>('isNullFilter()', {
  parameter: rules.parameter,
})

/** `?owner__isnull=true` or `false`: items whose field is null, or not. */
export function isNullFilter<const Options extends FilterParameterOption = FilterParameterOption>(
  given?: Options,
): FieldFilter<unknown, never, SuffixOf<Options, '__isnull'>> {
  const options: FilterParameterOption = given ?? {}
  isNullOptions.require(options)
  return {
    of(field, { boolean }) {
      const name = options.parameter ?? `${field}__isnull`
      return lookupFilter([
        valueLookup({ name, field, is: 'is null, or with `false` is not' }, boolean, (value) =>
          value === true ? { field, operator: 'null' } : { not: { field, operator: 'null' } },
        ),
      ])
    },
  }
}
