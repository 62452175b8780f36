import { ConfigurationError } from '../errors/configuration-error.ts'
import { knownOptions } from '../errors/known-options.ts'
import {
  type FilterParameterOption,
  type ListOption,
  rules,
  type SuffixOf,
} from './field-options.ts'
import type { FieldFilter } from './filter.ts'
import { listLookup, lookupFilter, valueLookup } from './lookup.ts'

/** How a field with choices is compared. */
export interface ChoiceFilterOptions extends FilterParameterOption, ListOption {}

const choiceOptions = knownOptions<ChoiceFilterOptions>('choiceFilter()', {
  parameter: rules.parameter,
  maxValues: rules.maxValues,
})

/**
 * `?status=open` and `?status__in=open,done`: items whose field is this choice, or one of these.
 *
 * @param choices texts or numbers. Default those of the view's `answers` or `schema`.
 * @throws ConfigurationError when there are no choices.
 */
export /* @__NO_SIDE_EFFECTS__ */ function choiceFilter<
  const Choice extends string | number = never,
  const Options extends ChoiceFilterOptions = ChoiceFilterOptions,
>(
  choices?: readonly Choice[],
  given?: Options,
): FieldFilter<string | number, Choice, SuffixOf<Options, '' | '__in'>> {
  const options: ChoiceFilterOptions = given ?? {}
  choiceOptions.require(options)
  if (choices !== undefined && !areChoices(choices)) {
    throw new ConfigurationError(
      "choiceFilter() needs a list of texts or numbers, as in choiceFilter(['open', 'done']).",
    )
  }
  const { parameter, maxValues = 100 } = options
  return {
    of(field, about) {
      const reader = choices ? about.choice(choices) : about.field
      if (reader?.kind !== 'choice') {
        throw new ConfigurationError(
          `${about.place} needs to know the choices of the field ${field}: write them, as in ` +
            "choiceFilter(['open', 'done']), or give the view answers in which the field has choices.",
        )
      }
      const name = parameter ?? field
      return lookupFilter([
        valueLookup({ name, field, is: 'is this' }, reader, (value) => ({
          field,
          operator: '=',
          // A choice is a text or a number.
          value: value as string | number,
        })),
        listLookup({ name, field, maxValues }, reader, about),
      ])
    },
  }
}

const areChoices = (choices: unknown): boolean =>
  Array.isArray(choices) &&
  choices.length > 0 &&
  choices.every((choice) => typeof choice === 'string' || typeof choice === 'number')
