import { knownOptions } from '../errors/known-options.ts'
import { type ParameterOption, rules, type SuffixOf } from './field-options.ts'
import type { FieldFilter } from './filter.ts'
import { lookupFilter, valueLookup } from './lookup.ts'

/**
 * `?title__contains=tea` and `?title__icontains=tea`: items whose field contains this text, in any
 * case. A percent sign and an underscore mean themselves.
 */
export const contains = <const Options extends ParameterOption = ParameterOption>(
  options?: Options,
): FieldFilter<string, never, SuffixOf<Options, '__contains' | '__icontains'>> =>
  textFilter(
    'contains()',
    options ?? {},
    ['__contains', '__icontains'],
    'contains',
    'contains this',
  )

/**
 * `?title__startswith=the` and `?title__istartswith=the`: items whose field starts so, in any case.
 */
export const startsWith = <const Options extends ParameterOption = ParameterOption>(
  options?: Options,
): FieldFilter<string, never, SuffixOf<Options, '__startswith' | '__istartswith'>> =>
  textFilter(
    'startsWith()',
    options ?? {},
    ['__startswith', '__istartswith'],
    'startsWith',
    'starts with this',
  )

/** `?title__iexact=emma`: items whose field is this text, in any case. */
export const equalsText = <const Options extends ParameterOption = ParameterOption>(
  options?: Options,
): FieldFilter<string, never, SuffixOf<Options, '__iexact'>> =>
  textFilter('equalsText()', options ?? {}, ['__iexact'], 'equalsText', 'is this')

/** With an own name of the parameter there is only that one. */
function textFilter(
  factory: string,
  options: ParameterOption,
  suffixes: readonly string[],
  operator: 'contains' | 'startsWith' | 'equalsText',
  is: string,
): FieldFilter<string, never, never> {
  knownOptions<ParameterOption>(factory, { parameter: rules.parameter }).require(options)
  const { parameter } = options
  return {
    of(field, { text }) {
      const names = parameter === undefined ? suffixes.map((suffix) => field + suffix) : [parameter]
      return lookupFilter(
        names.map((name) =>
          valueLookup({ name, field, is: `${is}, in any case` }, text, (value) => ({
            field,
            operator,
            value: String(value),
          })),
        ),
      )
    },
  }
}
