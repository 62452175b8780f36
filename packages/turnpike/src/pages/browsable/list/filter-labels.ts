import type { Translate } from '../../translate.ts'

/** The meaning of the last part of a parameter's name: `created__gte` is at least the value. */
export type Lookup = keyof typeof labels

const lookups: ReadonlyMap<string, Lookup> = new Map([
  ['exact', 'is'],
  ['iexact', 'isInAnyCase'],
  ['in', 'isOneOf'],
  ['gt', 'greaterThan'],
  ['gte', 'atLeast'],
  ['lt', 'lessThan'],
  ['lte', 'atMost'],
  ['date', 'onTheDay'],
  ['year', 'inTheYear'],
  ['isnull', 'isNull'],
  ['contains', 'contains'],
  ['icontains', 'contains'],
  ['startswith', 'startsWith'],
  ['istartswith', 'startsWith'],
])

/** The same for moments and dates. */
const momentLookups: ReadonlyMap<Lookup, Lookup> = new Map([
  ['greaterThan', 'after'],
  ['atLeast', 'from'],
  ['lessThan', 'before'],
  ['atMost', 'until'],
])

/** The labels in a group under the name of the field. */
const labels = {
  is: 'Is',
  isInAnyCase: 'Is, in any case',
  isOneOf: 'Is one of',
  greaterThan: 'Greater than',
  atLeast: 'At least',
  lessThan: 'Less than',
  atMost: 'At most',
  onTheDay: 'On the day',
  inTheYear: 'In the year',
  isNull: 'Is null',
  contains: 'Contains',
  startsWith: 'Starts with',
  after: 'After',
  from: 'From',
  before: 'Before',
  until: 'Until',
}

/** The labels that stand alone. */
const labelsWithField = {
  is: '{field} is',
  isInAnyCase: '{field} is, in any case',
  isOneOf: '{field} is one of',
  greaterThan: '{field} greater than',
  atLeast: '{field} at least',
  lessThan: '{field} less than',
  atMost: '{field} at most',
  onTheDay: '{field} on the day',
  inTheYear: '{field} in the year',
  isNull: '{field} is null',
  contains: '{field} contains',
  startsWith: '{field} starts with',
  after: '{field} after',
  from: '{field} from',
  before: '{field} before',
  until: '{field} until',
}

/** `created__gte` → the field `created` and the lookup; null if the name is the field. */
export function partsOf(name: string): { base: string; lookup: Lookup | null } {
  const at = name.lastIndexOf('__')
  const lookup = at > 0 ? lookups.get(name.slice(at + 2)) : undefined
  return lookup === undefined ? { base: name, lookup: null } : { base: name.slice(0, at), lookup }
}

/** The label in a group. */
export const labelInGroup = (lookup: Lookup | null, isMoment: boolean, t: Translate): string =>
  t(labels[wordsOf(lookup ?? 'is', isMoment)])

/** The label of a parameter that is the only one of its field. */
export const labelAlone = (
  field: string,
  lookup: Lookup | null,
  isMoment: boolean,
  t: Translate,
): string => (lookup === null ? field : t(labelsWithField[wordsOf(lookup, isMoment)], { field }))

const wordsOf = (lookup: Lookup, isMoment: boolean): Lookup =>
  (isMoment && momentLookups.get(lookup)) || lookup
