import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Schema } from '../http/schema.ts'
import type { ValueReader } from '../items/conditions/value-reader.ts'
import { type Comparison, compared } from './compared.ts'
import {
  type FieldFilterOptions,
  fieldFilterOptions,
  optionsOf,
  requireReader,
  type SuffixOf,
} from './field-options.ts'
import type { FieldFilter } from './filter.ts'
import { type Lookup, lookupFilter, valueLookup } from './lookup.ts'

/** The suffixes of a field's name in the parameters of a comparison. */
type Bound = '__gt' | '__gte' | '__lt' | '__lte'

const rangeOptions = fieldFilterOptions('rangeFilter()')

/**
 * `?priority__gte=3`, `__gt`, `__lte` and `__lt`: items whose field is at least this, more, at most
 * this, or less. Items whose field is null are left out.
 *
 * @param options the schema of the field's values, or all options.
 */
export function rangeFilter<const Options extends Schema | FieldFilterOptions = FieldFilterOptions>(
  options?: Options,
): FieldFilter<number | bigint | string | Date, never, SuffixOf<Options, Bound>> {
  const { parameter, schema } = optionsOf<FieldFilterOptions>(rangeOptions, options ?? {})
  return {
    of(field, about) {
      const reader = requireReader('rangeFilter', field, schema, about)
      if (reader.kind === 'boolean') {
        throw new ConfigurationError(
          `${about.place} compares true and false, which have no order: use exactFilter().`,
        )
      }
      return lookupFilter(bounds(field, parameter ?? field, reader))
    },
  }
}

const dateOptions = fieldFilterOptions('dateFilter()')

/**
 * `?created__gte=2025-01-31`, `__gt`, `__lte`, `__lt`, `__date` and `__year`: items by a moment
 * or a date. A date without a time is the whole day in UTC: `created__lte=2025-01-31` includes it.
 *
 * @param options the schema of the field's values, or all options. Default of what the view does
 *   not know: moments.
 */
export function dateFilter<const Options extends Schema | FieldFilterOptions = FieldFilterOptions>(
  options?: Options,
): FieldFilter<string | Date, never, SuffixOf<Options, Bound | '__date' | '__year'>> {
  const { parameter, schema } = optionsOf<FieldFilterOptions>(dateOptions, options ?? {})
  return {
    of(field, about) {
      const reader = (schema ? about.of(schema) : about.field) ?? about.moment
      if (reader.kind !== 'date-time' && reader.kind !== 'date') {
        throw new ConfigurationError(
          `${about.place} needs moments or dates, but the values of the field ${field} are ` +
            `${reader.kind} values: use rangeFilter(), or write dateFilter(dateTimeField()) if they are moments.`,
        )
      }
      const name = parameter ?? field
      const within = (suffix: string, is: string, part: ValueReader): Lookup =>
        valueLookup({ name: `${name}__${suffix}`, field, is }, part, (value) =>
          compared(field, '=', value, reader),
        )
      return lookupFilter([
        ...bounds(field, name, reader),
        within('date', 'is on this day, in UTC', about.day),
        within('year', 'is in this year, in UTC', about.year),
      ])
    },
  }
}

const bounds = (field: string, name: string, reader: ValueReader): Lookup[] =>
  comparisons.map(([suffix, operator, is]) =>
    valueLookup({ name: `${name}__${suffix}`, field, is }, reader, (value) =>
      compared(field, operator, value, reader),
    ),
  )

const comparisons: readonly (readonly [suffix: string, operator: Comparison, is: string])[] = [
  ['gt', '>', 'is greater than this'],
  ['gte', '>=', 'is at least this'],
  ['lt', '<', 'is less than this'],
  ['lte', '<=', 'is at most this'],
]
