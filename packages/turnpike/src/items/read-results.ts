import { type Rule, requireValid } from '../rules/rule.ts'
import { wholeNumber } from '../rules/whole-number.ts'

/**
 * What a method of an item set counted.
 *
 * @throws ConfigurationError when it is no count: the list would look empty.
 */
export function countFrom(method: string, count: unknown): number {
  requireValid(`What ${method}() of the items returns`, countRule, count)
  return count
}

/**
 * The items that a method of an item set read.
 *
 * @throws ConfigurationError when they are no list.
 */
export function listFrom<Item>(method: string, items: Item[]): Item[] {
  requireValid<unknown[]>(`What ${method}() of the items returns`, listRule, items)
  return items
}

const countRule: Rule<number> = {
  expected: 'a whole number of at least 0',
  accepts: wholeNumber({ least: 0 }).accepts,
  // As drivers have it for `count(*)`.
  advise: (value) =>
    typeof value === 'string' || typeof value === 'bigint' ? 'Convert it with Number().' : null,
}

const listRule: Rule<unknown[]> = {
  expected: 'a list',
  accepts: (value): value is unknown[] => Array.isArray(value),
}
