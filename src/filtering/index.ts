/** Filters: choosing items of a list by the query. @module */

// Conditions, which filters make

export type { Condition, ConditionValue, FieldCondition } from '../items/conditions/condition.ts'

// Filters of fields

export { exact, isIn } from './exact.ts'
export type { FieldFilterOptions, ListFilterOptions, ParameterOption } from './field-options.ts'
export type { Comparable, FieldFilter, Moment } from './filter.ts'
export { isNull } from './is-null.ts'
export { type OneOfOptions, oneOf } from './one-of.ts'
export { dates, range } from './range.ts'
export { contains, equalsText, startsWith } from './texts.ts'

// Filters of your own

export { type CustomFilter, customFilter } from './custom.ts'

// Searches

export type { Search, SearchField } from './search/search.ts'
