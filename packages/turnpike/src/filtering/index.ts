/** Filters: choosing items of a list by the query. @module */

// Conditions, which filters make

export type { Condition, ConditionValue, FieldCondition } from '../items/conditions/condition.ts'

// Filters of fields

export { type ChoiceFilterOptions, choiceFilter } from './choice.ts'
export { exactFilter, inFilter } from './exact.ts'
export type {
  ExactFilterOptions,
  FieldFilterOptions,
  FilterParameterOption,
  InFilterOptions,
  TextFilterOptions,
} from './field-options.ts'
export type { FieldFilter } from './filter.ts'
export { isNullFilter } from './is-null.ts'
export { dateFilter, rangeFilter } from './range.ts'
export { containsFilter, equalsTextFilter, startsWithFilter } from './texts.ts'

// Filters of your own

export { type CustomFilter, customFilter } from './custom.ts'

// Searches

export type { Search, SearchField } from './search/search.ts'
