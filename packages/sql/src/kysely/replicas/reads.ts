import { Lru } from 'turnpike/kit'

/** Statements that only read, and tables that may be read late. */
const known = new Lru<string, boolean>({ max: 1000 })

/** Whether a replica may execute the statement. */
export function mayReadLate(sql: string): boolean {
  const before = known.get(sql)
  if (before !== undefined) return before
  const is = onlyReads(sql) && !promptTables.test(sql)
  // Longer ones, such as filters by thousands of values, are hardly sent twice.
  if (sql.length <= 16 * 1024) known.set(sql, is)
  return is
}

/** Whether the statement changes nothing. A function that it calls may; then a replica refuses. */
export const onlyReads = (sql: string): boolean =>
  /^\s*\(*\s*(select|with|explain|values|table|show)\b/i.test(sql) && !changing.test(sql)

/** A word of these in a text of the statement only makes the primary execute it. */
const changing =
  /\b(insert\s+into|update\s+\S+\s+set|delete\s+from|merge\s+into|for\s+(no\s+key\s+)?update|for\s+(key\s+)?share)\b/i

/**
 * Accounts, tokens, sessions, counts and keys decide who may do what; counted tables do not. What
 * the catalogue says is kept, so it must not be from before a migration.
 */
const promptTables = /\b(turnpike_(?!counted)|pg_|information_schema\b)/
