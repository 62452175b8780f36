import { knownOptions } from '../errors/known-options.ts'
import { type ParameterOption, rules } from './field-options.ts'
import type { FieldFilter } from './filter.ts'
import { lookupFilter, valueLookup } from './lookup.ts'

const isNullOptions = knownOptions<ParameterOption>('isNull()', { parameter: rules.parameter })

/** `?owner__isnull=true` or `false`: items whose field is null, or not. */
export function isNull(options: ParameterOption = {}): FieldFilter {
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
