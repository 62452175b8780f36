import { Lru } from 'turnpike/kit'

/** Statements that only read, and tables that may be read late. */
const known = new Lru<string, boolean>({ max: 1000 })

/** Whether a replica may execute the statement. */
export function mayReadLate(sql: string): boolean {
  const before = known.get(sql)
  if (before !== undefined) return before
  const is = onlyReads(sql) && !promptTables.test(sql)
  keep(known, sql, is)
  return is
}

/**
 * A list is read by this statement from the counters of its table, which are as late at a replica
 * as the rows. Its text names the counters, and asks the catalogue for them in the same snapshot.
 *
 * @param table its name in SQL: one that must not be read late may have counters, too.
 */
export function allowCounters(sql: string, table: string): void {
  if (known.get(sql) === undefined) keep(known, sql, onlyReads(sql) && !promptTables.test(table))
}

/** Statements whose text does not show that they write: a replica has refused them. */
const refused = new Lru<string, true>({ max: 1000 })

/** A replica has refused the statement as a write, such as one that calls a function. */
export function keepAsWrite(sql: string): void {
  keep(refused, sql, true)
  keep(known, sql, false)
}

/** Whether the statement changes nothing, as far as its text and replicas have shown. */
export const onlyReads = (sql: string): boolean =>
  /^\s*\(*\s*(select|with|explain|values|table|show)\b/i.test(sql) &&
  !changing.test(sql) &&
  refused.get(sql) === undefined

/** Longer ones, such as filters by thousands of values, are hardly sent twice. */
function keep<Value>(kept: Lru<string, Value>, sql: string, value: Value): void {
  if (sql.length <= 16 * 1024) kept.set(sql, value)
}

/**
 * A word of these in a text of the statement only makes the primary execute it. The longest update
 * before its `set` is `update only note * as n set`.
 */
const changing =
  /\b(into|update\s+(\S+\s+){1,5}set|delete\s+from|for\s+(no\s+key\s+)?update|for\s+(key\s+)?share)\b/i

/**
 * Accounts, tokens, sessions, counts and keys decide who may do what. What the catalogue says is
 * kept, and which tables are counted, so it must not be from before a migration.
 */
const promptTables = /\b(turnpike_|pg_|information_schema\b)/
