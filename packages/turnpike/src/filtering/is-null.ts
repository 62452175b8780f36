import { knownOptions } from '../errors/known-options.ts'
import { type ParameterOption, rules, type SuffixOf } from './field-options.ts'
import type { FieldFilter } from './filter.ts'
import { lookupFilter, valueLookup } from './lookup.ts'

const isNullOptions = knownOptions<ParameterOption>('isNull()', { parameter: rules.parameter })

/** `?owner__isnull=true` or `false`: items whose field is null, or not. */
export function isNull<const Options extends ParameterOption = ParameterOption>(
  given?: Options,
): FieldFilter<unknown, never, SuffixOf<Options, '__isnull'>> {
  const options: ParameterOption = given ?? {}
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
