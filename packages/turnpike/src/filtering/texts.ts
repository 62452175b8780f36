import { knownOptions } from '../errors/known-options.ts'
import { rules, type SuffixOf, type TextFilterOptions } from './field-options.ts'
import type { FieldFilter } from './filter.ts'
import { lookupFilter, valueLookup } from './lookup.ts'

/**
 * `?title__contains=tea` and `?title__icontains=tea`: items whose field contains this text, in any
 * case. A percent sign and an underscore mean themselves.
 */
export const containsFilter = <const Options extends TextFilterOptions = TextFilterOptions>(
  options?: Options,
): FieldFilter<string, never, SuffixOf<Options, '__contains' | '__icontains'>> =>
  textFilter(
    'containsFilter()',
    options ?? {},
    ['__contains', '__icontains'],
    'contains',
    'contains this',
  )

/**
 * `?title__startswith=the` and `?title__istartswith=the`: items whose field starts so, in any case.
 */
export const startsWithFilter = <const Options extends TextFilterOptions = TextFilterOptions>(
  options?: Options,
): FieldFilter<string, never, SuffixOf<Options, '__startswith' | '__istartswith'>> =>
  textFilter(
    'startsWithFilter()',
    options ?? {},
    ['__startswith', '__istartswith'],
    'startsWith',
    'starts with this',
  )

/** `?title__iexact=emma`: items whose field is this text, in any case. */
export const equalsTextFilter = <const Options extends TextFilterOptions = TextFilterOptions>(
  options?: Options,
): FieldFilter<string, never, SuffixOf<Options, '__iexact'>> =>
  textFilter('equalsTextFilter()', options ?? {}, ['__iexact'], 'equalsText', 'is this')

/** If the parameter has a name of its own, it is the only one. */
function textFilter(
  factory: string,
  options: TextFilterOptions,
  suffixes: readonly string[],
  operator: 'contains' | 'startsWith' | 'equalsText',
  is: string,
): FieldFilter<string, never, never> {
  knownOptions<TextFilterOptions>(factory, {
    parameter: rules.parameter,
    trim: rules.trim,
  }).require(options)
  const { parameter, trim = true } = options
  return {
    of(field, { text }) {
      const names = parameter === undefined ? suffixes.map((suffix) => field + suffix) : [parameter]
      return lookupFilter(
        names.map((name) =>
          valueLookup({ name, field, is: `${is}, in any case`, trim }, text, (value) => ({
            field,
            operator,
            value: String(value),
          })),
        ),
      )
    },
  }
}
